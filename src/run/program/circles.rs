//! Circles in a graph: its strongly connected components.

use super::NONE;

/// For each node the number of the circle in which it lies, [`NONE`] if it lies in none. Two nodes
/// have the same number if each can be reached from the other.
///
/// Tarjan's algorithm, with its stack in a vector.
pub(crate) fn circles(edges: &[Vec<u32>]) -> Vec<u32> {
    let count = edges.len();
    let mut circle = vec![NONE; count];
    // When a node was found, the earliest node that it reaches, and whether it is on the path.
    let mut found = vec![NONE; count];
    let mut reaches = vec![NONE; count];
    let mut open = vec![false; count];
    let mut path: Vec<usize> = Vec::new();
    let mut stack: Vec<(usize, usize)> = Vec::new();
    let mut time = 0;
    for root in 0..count {
        if found[root] != NONE {
            continue;
        }
        stack.push((root, 0));
        while let Some((node, next)) = stack.pop() {
            if next == 0 {
                (found[node], reaches[node]) = (time, time);
                time += 1;
                open[node] = true;
                path.push(node);
            }
            if let Some(&target) = edges[node].get(next) {
                let target = target as usize;
                stack.push((node, next + 1));
                if found[target] == NONE {
                    stack.push((target, 0));
                } else if open[target] {
                    reaches[node] = reaches[node].min(found[target]);
                }
                continue;
            }
            if let Some((parent, _)) = stack.last() {
                reaches[*parent] = reaches[*parent].min(reaches[node]);
            }
            if reaches[node] == found[node] {
                let first = path.iter().rposition(|one| *one == node).unwrap_or(0);
                let alone = path.len() - first == 1 && !edges[node].contains(&(node as u32));
                for member in path.drain(first..) {
                    open[member] = false;
                    circle[member] = if alone { NONE } else { node as u32 };
                }
            }
        }
    }
    circle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_reach_each_other_share_a_circle() {
        let edges = [vec![1], vec![2], vec![1, 3], vec![], vec![4], vec![0, 5, 3]];
        let circle = circles(&edges);
        assert_eq!(circle[1], circle[2]);
        assert!(circle[1] != NONE && circle[4] != NONE && circle[5] != NONE);
        assert!(circle[4] != circle[1] && circle[5] != circle[4]);
        assert_eq!((circle[0], circle[3]), (NONE, NONE));
    }
}
