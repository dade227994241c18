// The binding from Node: learning, teaching, refusing, freeing. `make test-node` runs it.
'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const blicket = require('./blicket.js');

const lessons = [['walk', 'WALK'], ['jump', 'JUMP'], ['walk twice', 'WALK WALK'], ['jump left', 'LEFT JUMP'],
  ['walk left twice', 'LEFT WALK LEFT WALK']];

test('learns while the event loop goes on, and refuses a word that no example shows', async () => {
  const engine = new blicket.Engine({ threads: 1 });
  const task = new blicket.Task(lessons, { queries: ['jump left twice', 'hop left'], timeout_ms: 20000 });
  const solution = await engine.solve(task);
  assert.equal(solution.outcome, 'solved');
  assert.deepEqual(solution.answers, ['LEFT JUMP LEFT JUMP', null]);
  assert.ok(solution.confidence[0] > 0.5);
  assert.ok(solution.stuck[1].includes('hop'));
  // It is taught, and wrongly; then corrected.
  task.add('hop', 'HPO');
  task.replace(5, 'hop', 'HOP');
  assert.equal((await engine.solve(task)).answers[1], 'LEFT HOP');
  task.add('hop', 'JUMP');
  const contradicted = await engine.solve(task);
  assert.notEqual(contradicted.outcome, 'solved');
  assert.deepEqual(contradicted.problems.find((one) => one.kind === 'contradiction').examples, [5, 6]);
  task.remove(6);
  // What was learnt is stored and read back.
  const grammar = blicket.parse(solution.grammar.text);
  assert.equal(grammar.apply('jump left twice').output, 'LEFT JUMP LEFT JUMP');
  assert.deepEqual(grammar.apply('hop').stuck, ['hop']);
  assert.equal(grammar.advise('walk twcie').nearest[0].text, 'walk twice');
});

test('asks what the examples leave open', async () => {
  const engine = new blicket.Engine();
  const task = new blicket.Task([['dax', 'RED'], ['lug', 'BLUE'], ['dax fep', 'RED RED'], ['dax kiki lug', 'BLUE RED']], { questions: 2 });
  const { questions } = await engine.solve(task);
  assert.ok(questions[0].answers.length > 1);
});

test('what is open is refused, with a guess; by the stored grammar, too', async () => {
  const task = new blicket.Task([['dax', 'RED'], ['lug', 'BLUE'], ['dax fep', 'RED RED RED'], ['lug dax', 'BLUE RED']],
    { queries: ['lug dax fep'] });
  const solution = await new blicket.Engine().solve(task);
  assert.equal(solution.answers[0], null);
  assert.match(solution.guess[0], /^BLUE RED/);
  assert.ok(solution.confidence[0] > 0.25 && solution.confidence[0] < 0.75);
  const stored = blicket.parse(solution.grammar.text), refused = stored.apply('lug dax fep');
  assert.deepEqual([refused.output, refused.guess], [null, solution.guess[0]]);
  assert.equal(stored.apply('lug fep').output, 'BLUE BLUE BLUE');
});

test('a search is polled and cancelled', async () => {
  const engine = new blicket.Engine({ threads: 1 });
  let state = 1;
  const below = (n) => { state = (state * 1103515245 + 12345) % 2 ** 31; return Math.floor(state / 65536) % n; };
  const hard = Array.from({ length: 40 }, () => [
    Array.from({ length: 36 }, () => 'abcdefghijklmnop'[below(16)]).join(' '), Array(80 + below(80)).fill('X').join(' ')]);
  const search = engine.start(new blicket.Task(hard, { strategy: 'deduce', timeout_ms: 600000 }));
  assert.equal(search.poll().done, false);
  assert.equal((await search.result({ signal: AbortSignal.timeout(20) })).stop, 'cancelled');
  search.close();
});

test('text is UTF-8, and errors are the library\'s own', () => {
  assert.equal(blicket.parse('größer -> 🤖\nu1 二 -> [u1] [u1]').apply('größer 二').output, '🤖 🤖');
  assert.throws(() => blicket.parse('dax -> RED\nlug -> [u1]'), { name: 'BlicketError', line: 2, message: /^line 2/ });
  assert.throws(() => new blicket.Task([], { colour: 'red' }), { message: /timeout_ms/ });
  assert.throws(() => blicket.parse('\ud800 -> A'), { status: 2 });
});

test('what is closed says so, and is closed once', () => {
  const grammar = blicket.parse('a -> B'), engine = new blicket.Engine(), task = new blicket.Task(lessons);
  const search = engine.start(task);
  for (const one of [search, task, engine, grammar]) { one.close(); one.close(); }
  assert.throws(() => grammar.apply('a'), /this grammar was closed/);
  assert.throws(() => search.poll(), /this search was closed/);
  for (let i = 0; i < 2000; i++) blicket.parse('a -> B').apply('a');
});
