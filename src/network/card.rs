//! Why a card cannot be used, in words that lead to what is missing. ONNX Runtime says it in its own.

/// What to say of a problem that ONNX Runtime has with a card.
pub(super) fn explained(problem: &str) -> String {
    if problem.contains("not enabled in this build") {
        return "this ONNX Runtime is for the processor alone; `make runtime CUDA=1` in the sources of blicket fetches one \
                for NVIDIA's cards, and docs/NETWORKS.md says what else it needs"
            .to_owned();
    }
    match missing_library(problem) {
        Some("libcuda.so.1") => {
            "libcuda.so.1 is missing, which comes with NVIDIA's driver: is there a card, and its driver?".to_owned()
        }
        Some(library) => format!(
            "{library} is missing, a library of NVIDIA's: put its folder into LD_LIBRARY_PATH, or install it where the \
             system looks; docs/NETWORKS.md lists all that are needed"
        ),
        None => problem.to_owned(),
    }
}

/// The library that the system's loader did not find.
fn missing_library(problem: &str) -> Option<&str> {
    let (before, _) = problem.split_once(": cannot open shared object file")?;
    let library = before.rsplit([' ', '/']).next()?;
    (library.starts_with("lib") && library.contains(".so")).then_some(library)
}

#[cfg(test)]
mod tests {
    use super::explained;

    /// As ONNX Runtime 1.30 says it.
    #[test]
    fn what_is_missing_is_named_with_the_way_to_it() {
        let processor = explained("CUDA execution provider is not enabled in this build.");
        assert!(processor.contains("`make runtime CUDA=1`"), "{processor}");
        let lacking = |library: &str| {
            explained(&format!(
                "Failed to load library /opt/libonnxruntime_providers_cuda.so with error: {library}: cannot open shared \
                 object file: No such file or directory"
            ))
        };
        let library = lacking("libcublasLt.so.13");
        assert!(library.starts_with("libcublasLt.so.13 is missing"), "{library}");
        assert!(library.contains("LD_LIBRARY_PATH"), "{library}");
        let driver = lacking("libcuda.so.1");
        assert!(driver.contains("driver"), "{driver}");
        assert_eq!(explained("CUDA failure 35"), "CUDA failure 35");
    }
}
