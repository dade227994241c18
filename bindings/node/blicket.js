// blicket for Node, by koffi. Results are what the library gives as JSON (blicket_result_json and its kin in the C header
// have the fields), so they have every field that is added there. Nothing here waits: a search is polled by a timer.
'use strict';
const koffi = require('koffi');

const library = koffi.load(process.env.BLICKET_LIBRARY || 'libblicket.so.1');
koffi.struct('blicket_str', { data: 'const uint8_t *', len: 'size_t' });
koffi.struct('blicket_progress', {
  phase: 'uint32_t', has_grammar: 'bool', satisfied: 'size_t', examples: 'size_t', steps: 'uint64_t',
  programs: 'uint64_t', seconds: 'double',
});
for (const kind of ['error', 'options', 'engine', 'task', 'search', 'result', 'grammar', 'evaluation', 'advice']) {
  koffi.opaque(`blicket_${kind}`);
}

// The functions by their names without blicket_: calls that may fail throw, and give what they write to out.
const C = {};
const failing = (declaration) => {
  const name = /blicket_(\w+)\(/.exec(declaration)[1];
  const makes = /_Out_ blicket_/.test(declaration);
  const call = library.func(`uint32_t ${declaration.replace(/\)$/, ', _Out_ blicket_error **error)')}`);
  C[name] = (...given) => {
    const made = [null], error = [null];
    const status = call(...given, ...(makes ? [made] : []), error);
    if (status !== 0) throw failure(status, error[0]);
    return made[0];
  };
};
const plain = (declaration) => { C[/blicket_(\w+)\(/.exec(declaration)[1]] = library.func(declaration); };

plain('blicket_str blicket_error_message(const blicket_error *error)');
plain('size_t blicket_error_line(const blicket_error *error)');
plain('size_t blicket_error_column(const blicket_error *error)');
plain('void blicket_error_free(blicket_error *error)');
plain('uint32_t blicket_abi_version(void)');
plain('blicket_str blicket_version(void)');
failing('blicket_options_new(_Out_ blicket_options **options)');
failing('blicket_options_set_threads(blicket_options *options, size_t threads)');
plain('void blicket_options_free(blicket_options *options)');
failing('blicket_engine_new(const blicket_options *options, _Out_ blicket_engine **engine)');
plain('void blicket_engine_free(blicket_engine *engine)');
failing('blicket_grammar_parse(blicket_str text, _Out_ blicket_grammar **grammar)');
failing('blicket_grammar_copy(const blicket_grammar *grammar, _Out_ blicket_grammar **copy)');
plain('blicket_str blicket_grammar_text(const blicket_grammar *grammar)');
failing('blicket_grammar_apply(const blicket_grammar *grammar, blicket_str input, _Out_ blicket_evaluation **evaluation)');
plain('void blicket_grammar_free(blicket_grammar *grammar)');
plain('blicket_str blicket_evaluation_guess(const blicket_evaluation *evaluation)');
plain('double blicket_evaluation_confidence(const blicket_evaluation *evaluation)');
plain('blicket_str blicket_evaluation_json(const blicket_evaluation *evaluation)');
plain('void blicket_evaluation_free(blicket_evaluation *evaluation)');
failing('blicket_grammar_advise(const blicket_grammar *grammar, blicket_str input, size_t most, _Out_ blicket_advice **advice)');
plain('blicket_str blicket_advice_json(const blicket_advice *advice)');
plain('void blicket_advice_free(blicket_advice *advice)');
failing('blicket_task_new(_Out_ blicket_task **task)');
failing('blicket_task_add_example(blicket_task *task, blicket_str input, blicket_str output)');
failing('blicket_task_add_query(blicket_task *task, blicket_str input)');
failing('blicket_task_add_no_sentence(blicket_task *task, blicket_str input)');
failing('blicket_task_add_wrong_output(blicket_task *task, blicket_str input, blicket_str output)');
failing('blicket_task_remove_example(blicket_task *task, size_t index)');
failing('blicket_task_replace_example(blicket_task *task, size_t index, blicket_str input, blicket_str output)');
failing('blicket_task_set(blicket_task *task, blicket_str name, blicket_str value)');
plain('void blicket_task_free(blicket_task *task)');
plain('const blicket_grammar *blicket_result_grammar(const blicket_result *result)');
plain('blicket_str blicket_result_json(const blicket_result *result)');
plain('void blicket_result_free(blicket_result *result)');
failing('blicket_search_start(const blicket_engine *engine, const blicket_task *task, void *callback, void *data, _Out_ blicket_search **search)');
plain('bool blicket_search_poll(const blicket_search *search, _Out_ blicket_progress *progress)');
plain('void blicket_search_cancel(const blicket_search *search)');
failing('blicket_search_result(const blicket_search *search, _Out_ blicket_result **result)');
plain('void blicket_search_free(blicket_search *search)');

if (C.abi_version() !== 1) throw new Error('the blicket library is of another version than blicket.js');

const read = (text) => (text.len == 0 ? '' : Buffer.from(koffi.view(text.data, Number(text.len))).toString('utf8'));
const utf8 = (value) => {
  const text = String(value);
  // Half of a surrogate pair is no text, and is not replaced in silence.
  if (/\p{Surrogate}/u.test(text)) throw new BlicketError(2, 'the text has half of a surrogate pair, which is no character', 0, 0);
  const data = Buffer.from(text, 'utf8');
  return { data, len: data.length };
};

/** A call that failed. The message is the library's own. */
class BlicketError extends Error {
  constructor(status, message, line, column) {
    super(message);
    Object.assign(this, { name: 'BlicketError', status, line, column });
  }
}

function failure(status, error) {
  const made = new BlicketError(status, read(C.error_message(error)), Number(C.error_line(error)), Number(C.error_column(error)));
  C.error_free(error);
  return made;
}

/** Owns a handle: freed by close(), a second of which does nothing, or when it is collected. */
class Owner {
  static #lost = new FinalizationRegistry(([kind, handle]) => C[`${kind}_free`](handle));
  #kind; #handle;
  constructor(kind, handle) {
    this.#kind = kind;
    this.#handle = handle;
    Owner.#lost.register(this, [kind, handle], this);
  }
  get handle() {
    if (this.#handle === null) throw new Error(`this ${this.#kind} was closed`);
    return this.#handle;
  }
  close() {
    if (this.#handle === null) return;
    Owner.#lost.unregister(this);
    C[`${this.#kind}_free`](this.#handle);
    this.#handle = null;
  }
}

/** Learns grammars: one for the whole program. threads: as many as there are processors, unless it is given. */
class Engine extends Owner {
  constructor({ threads = 0 } = {}) {
    const options = new Owner('options', C.options_new());
    C.options_set_threads(options.handle, threads);
    super('engine', C.engine_new(options.handle));
    options.close();
  }
  /** Learns in the background, and resolves to what came of it; an AbortSignal ends it with the best so far. */
  async solve(task, { signal } = {}) {
    const search = this.start(task);
    try { return await search.result({ signal }); } finally { search.close(); }
  }
  /** The same to be asked in between. The task may be changed at once. */
  start(task) { return new Search(C.search_start(this.handle, task.handle, null, null)); }
}

/** Examples ([["walk", "WALK"], ...]), queries, and options by their names ({ questions: 3 }). */
class Task extends Owner {
  constructor(examples = [], { queries = [], ...options } = {}) {
    super('task', C.task_new());
    for (const [input, output] of examples) this.add(input, output);
    for (const query of queries) this.query(query);
    for (const [name, value] of Object.entries(options)) this.set(name, value);
  }
  add(input, output) { C.task_add_example(this.handle, utf8(input), utf8(output)); }
  query(input) { C.task_add_query(this.handle, utf8(input)); }
  noSentence(input) { C.task_add_no_sentence(this.handle, utf8(input)); }
  wrong(input, output) { C.task_add_wrong_output(this.handle, utf8(input), utf8(output)); }
  remove(index) { C.task_remove_example(this.handle, index); }
  replace(index, input, output) { C.task_replace_example(this.handle, index, utf8(input), utf8(output)); }
  set(name, value) { C.task_set(this.handle, utf8(name), utf8(value)); }
}

class Search extends Owner {
  constructor(handle) { super('search', handle); }
  /** How far it is; done: whether it is over. */
  poll() {
    const progress = {};
    const done = C.search_poll(this.handle, progress);
    return { done, ...progress };
  }
  cancel() { C.search_cancel(this.handle); }
  /** What there is now, though it may not be over. */
  bestSoFar() {
    const result = new Owner('result', C.search_result(this.handle));
    const grammar = C.result_grammar(result.handle);
    const solution = JSON.parse(read(C.result_json(result.handle)));
    solution.grammar = grammar && new Grammar(C.grammar_copy(grammar));
    result.close();
    return solution;
  }
  async result({ signal } = {}) {
    for (let pause = 1; !this.poll().done; pause = Math.min(2 * pause, 16)) {
      if (signal && signal.aborted) this.cancel();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.bestSoFar();
  }
}

/** Rules, to apply and to store: parse(grammar.text) reads them back. */
class Grammar extends Owner {
  constructor(handle) { super('grammar', handle); }
  get text() { return read(C.grammar_text(this.handle)); }
  /** { output: text or null, guess: text, also where it is refused, confidence, stuck: words or null, slots, ... } */
  apply(input) {
    const evaluation = new Owner('evaluation', C.grammar_apply(this.handle, utf8(input)));
    try {
      const guess = read(C.evaluation_guess(evaluation.handle)), confidence = C.evaluation_confidence(evaluation.handle);
      return { guess, confidence, ...JSON.parse(read(C.evaluation_json(evaluation.handle))) };
    } finally { evaluation.close(); }
  }
  /** { unknown, expected, nearest, ... } */
  advise(input, suggestions = 3) {
    const advice = new Owner('advice', C.grammar_advise(this.handle, utf8(input), suggestions));
    try { return JSON.parse(read(C.advice_json(advice.handle))); } finally { advice.close(); }
  }
}

module.exports = {
  BlicketError, Engine, Task, Search, Grammar,
  parse: (rules) => new Grammar(C.grammar_parse(utf8(rules))),
  version: () => read(C.version()),
};
