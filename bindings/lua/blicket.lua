-- blicket for LuaJIT, by its ffi. Texts are UTF-8; examples, answers and rules are counted from 1. What fails is an error
-- that is a table: status, message (the library's own), line and column of a grammar's text. README.md shows the rest.
local ffi = require "ffi"

-- Numbers of the C header by their names there; a test compares them.
local BLICKET_SUCCESS_SOLVED = 0
local BLICKET_OUTCOME_VALUE = 0

-- Declarations of the C header, word by word; a test compares them.
ffi.cdef [[
typedef uint32_t blicket_status; typedef uint32_t blicket_phase; typedef uint32_t blicket_outcome;
typedef uint32_t blicket_success; typedef uint32_t blicket_stop_reason;
typedef struct blicket_error blicket_error; typedef struct blicket_options blicket_options;
typedef struct blicket_engine blicket_engine; typedef struct blicket_task blicket_task;
typedef struct blicket_search blicket_search; typedef struct blicket_result blicket_result;
typedef struct blicket_grammar blicket_grammar; typedef struct blicket_evaluation blicket_evaluation;
typedef struct blicket_advice blicket_advice;
typedef struct { const char *data; size_t len; } blicket_str;
typedef struct { blicket_phase phase; bool has_grammar; size_t satisfied; size_t examples; uint64_t steps;
  uint64_t programs; double seconds; } blicket_progress;
typedef uint32_t (*blicket_callback)(const blicket_progress *progress, void *user_data);
blicket_str blicket_error_message(const blicket_error *error);
size_t blicket_error_line(const blicket_error *error);
size_t blicket_error_column(const blicket_error *error);
void blicket_error_free(blicket_error *error);
uint32_t blicket_abi_version(void);
blicket_str blicket_version(void);
blicket_status blicket_options_new(blicket_options **options, blicket_error **error);
blicket_status blicket_options_set_threads(blicket_options *options, size_t threads, blicket_error **error);
void blicket_options_free(blicket_options *options);
blicket_status blicket_engine_new(const blicket_options *options, blicket_engine **engine, blicket_error **error);
void blicket_engine_free(blicket_engine *engine);
blicket_status blicket_grammar_parse(blicket_str text, blicket_grammar **grammar, blicket_error **error);
blicket_status blicket_grammar_copy(const blicket_grammar *grammar, blicket_grammar **copy, blicket_error **error);
blicket_str blicket_grammar_text(const blicket_grammar *grammar);
blicket_status blicket_grammar_apply(const blicket_grammar *grammar, blicket_str input, blicket_evaluation **evaluation,
  blicket_error **error);
void blicket_grammar_free(blicket_grammar *grammar);
blicket_outcome blicket_evaluation_outcome(const blicket_evaluation *evaluation);
blicket_str blicket_evaluation_text(const blicket_evaluation *evaluation);
blicket_str blicket_evaluation_guess(const blicket_evaluation *evaluation);
double blicket_evaluation_confidence(const blicket_evaluation *evaluation);
blicket_str blicket_evaluation_stuck_text(const blicket_evaluation *evaluation);
void blicket_evaluation_free(blicket_evaluation *evaluation);
blicket_status blicket_grammar_advise(const blicket_grammar *grammar, blicket_str input, size_t max_suggestions,
  blicket_advice **advice, blicket_error **error);
size_t blicket_advice_unknown_count(const blicket_advice *advice);
blicket_str blicket_advice_unknown_word(const blicket_advice *advice, size_t index);
size_t blicket_advice_suggestion_count(const blicket_advice *advice);
blicket_str blicket_advice_suggestion(const blicket_advice *advice, size_t index);
void blicket_advice_free(blicket_advice *advice);
blicket_status blicket_task_new(blicket_task **task, blicket_error **error);
blicket_status blicket_task_add_example(blicket_task *task, blicket_str input, blicket_str output, blicket_error **error);
blicket_status blicket_task_add_query(blicket_task *task, blicket_str input, blicket_error **error);
blicket_status blicket_task_add_no_sentence(blicket_task *task, blicket_str input, blicket_error **error);
blicket_status blicket_task_add_wrong_output(blicket_task *task, blicket_str input, blicket_str output,
  blicket_error **error);
blicket_status blicket_task_remove_example(blicket_task *task, size_t index, blicket_error **error);
blicket_status blicket_task_replace_example(blicket_task *task, size_t index, blicket_str input, blicket_str output,
  blicket_error **error);
blicket_status blicket_task_set(blicket_task *task, blicket_str name, blicket_str value, blicket_error **error);
void blicket_task_free(blicket_task *task);
blicket_success blicket_result_outcome(const blicket_result *result);
const blicket_grammar *blicket_result_grammar(const blicket_result *result);
size_t blicket_result_answer_count(const blicket_result *result);
bool blicket_result_answer_has_text(const blicket_result *result, size_t index);
blicket_str blicket_result_answer_text(const blicket_result *result, size_t index);
bool blicket_result_answer_has_guess(const blicket_result *result, size_t index);
blicket_str blicket_result_answer_guess(const blicket_result *result, size_t index);
double blicket_result_answer_confidence(const blicket_result *result, size_t index);
blicket_str blicket_result_answer_stuck_text(const blicket_result *result, size_t index);
blicket_str blicket_result_json(const blicket_result *result);
void blicket_result_free(blicket_result *result);
size_t blicket_result_problem_count(const blicket_result *result);
blicket_str blicket_result_problem(const blicket_result *result, size_t index);
size_t blicket_result_question_count(const blicket_result *result);
blicket_str blicket_result_question(const blicket_result *result, size_t index);
size_t blicket_result_question_answer_count(const blicket_result *result, size_t index);
blicket_str blicket_result_question_answer(const blicket_result *result, size_t index, size_t n);
blicket_status blicket_solve(const blicket_engine *engine, const blicket_task *task, blicket_result **result,
  blicket_error **error);
blicket_status blicket_search_start(const blicket_engine *engine, const blicket_task *task, blicket_callback callback,
  void *user_data, blicket_search **search, blicket_error **error);
bool blicket_search_poll(const blicket_search *search, blicket_progress *progress);
bool blicket_search_wait(const blicket_search *search, uint64_t timeout_ms);
void blicket_search_cancel(const blicket_search *search);
blicket_status blicket_search_result(const blicket_search *search, blicket_result **result, blicket_error **error);
void blicket_search_free(blicket_search *search);
]]

local C = ffi.load(os.getenv "BLICKET_LIBRARY" or "blicket")
assert(C.blicket_abi_version() == 1, "the blicket library is of another version than blicket.lua")

local function text(str) return ffi.string(str.data, str.len) end
local function utf8(value) value = tostring(value) return ffi.new("blicket_str", value, #value) end

local Failure = { __tostring = function(failure) return failure.message end }
local failed = ffi.new "blicket_error *[1]"

-- Calls a function that may fail: its arguments but the last, which is where it writes an error.
local function call(name, ...)
  local arguments, count = { ... }, select("#", ...) + 1  -- nil may be among them
  arguments[count] = failed
  local status = C[name](unpack(arguments, 1, count))
  if status == 0 then return end
  local failure = setmetatable({ status = status, message = text(C.blicket_error_message(failed[0])),
    line = tonumber(C.blicket_error_line(failed[0])), column = tonumber(C.blicket_error_column(failed[0])) }, Failure)
  C.blicket_error_free(failed[0])
  error(failure, 0)
end

-- A class whose objects own a handle: freed by close, a second of which does nothing, or when they are collected.
local function class(kind)
  local methods = {}
  methods.__index = methods
  function methods.own(out) return setmetatable({ handle = ffi.gc(out[0], C["blicket_" .. kind .. "_free"]) }, methods) end
  function methods:close()
    if self.handle then C["blicket_" .. kind .. "_free"](ffi.gc(self.handle, nil)) end
    self.handle = nil
  end
  return methods, function(self) return self.handle or error("this " .. kind .. " was closed", 3) end,
    function() return ffi.new("blicket_" .. kind .. " *[1]") end
end

local Engine, engine_of, new_engine = class "engine"
local Task, task_of, new_task = class "task"
local Search, search_of, new_search = class "search"
local Solution, result_of, new_result = class "result"
local Grammar, grammar_of, new_grammar = class "grammar"
local Evaluation, _, new_evaluation = class "evaluation"
local Advice, _, new_advice = class "advice"
local Options, _, new_options = class "options"

local function list(count, item)
  local all = {}
  for i = 0, tonumber(count) - 1 do all[i + 1] = text(item(i)) end
  return all
end

local blicket = { version = function() return text(C.blicket_version()) end }

-- Learns grammars: one for the whole program. threads: 0 or nothing for as many as there are processors.
function blicket.engine(threads)
  local out, options = new_engine(), new_options()
  call("blicket_options_new", options)
  local owned = Options.own(options)
  call("blicket_options_set_threads", owned.handle, threads or 0)
  call("blicket_engine_new", owned.handle, out)
  owned:close()
  return Engine.own(out)
end

function Engine:solve(task)
  local out = new_result()
  call("blicket_solve", engine_of(self), task_of(task), out)
  return Solution.own(out)
end

-- In the background: ask the search in every frame.
function Engine:start(task)
  local out = new_search()
  call("blicket_search_start", engine_of(self), task_of(task), nil, nil, out)
  return Search.own(out)
end

-- Examples to learn from: {{"walk", "WALK"}, ...}, and options by their names: {questions = 3}.
function blicket.task(examples, options)
  local out = new_task()
  call("blicket_task_new", out)
  local task = Task.own(out)
  for _, example in ipairs(examples or {}) do task:add(example[1], example[2]) end
  for name, value in pairs(options or {}) do task:set(name, value) end
  return task
end

function Task:add(input, output) call("blicket_task_add_example", task_of(self), utf8(input), utf8(output)) end
function Task:query(input) call("blicket_task_add_query", task_of(self), utf8(input)) end
function Task:no_sentence(input) call("blicket_task_add_no_sentence", task_of(self), utf8(input)) end
function Task:wrong(input, output) call("blicket_task_add_wrong_output", task_of(self), utf8(input), utf8(output)) end
function Task:remove(index) call("blicket_task_remove_example", task_of(self), index - 1) end
function Task:replace(index, input, output)
  call("blicket_task_replace_example", task_of(self), index - 1, utf8(input), utf8(output))
end
function Task:set(name, value) call("blicket_task_set", task_of(self), utf8(name), utf8(value)) end

-- Whether it is over, how many examples are satisfied, and of how many. Does not wait.
function Search:poll()
  local progress = ffi.new "blicket_progress"
  local done = C.blicket_search_poll(search_of(self), progress)
  return done, tonumber(progress.satisfied), tonumber(progress.examples)
end
function Search:wait(milliseconds) return C.blicket_search_wait(search_of(self), milliseconds) end
function Search:cancel() C.blicket_search_cancel(search_of(self)) end
-- What came of it, or the best so far.
function Search:result()
  local out = new_result()
  call("blicket_search_result", search_of(self), out)
  return Solution.own(out)
end

function Solution:solved() return C.blicket_result_outcome(result_of(self)) == BLICKET_SUCCESS_SOLVED end
-- The meaning of a query, nil where it is refused; how sure it is; the words that the grammar is stuck on; and the best
-- guess, also where it is refused because the examples leave it open.
function Solution:answer(index)
  local result, at = result_of(self), index - 1
  local answer = C.blicket_result_answer_has_text(result, at) and text(C.blicket_result_answer_text(result, at)) or nil
  local guess = C.blicket_result_answer_has_guess(result, at) and text(C.blicket_result_answer_guess(result, at)) or nil
  return answer, C.blicket_result_answer_confidence(result, at), text(C.blicket_result_answer_stuck_text(result, at)), guess
end
function Solution:problems()
  local result = result_of(self)
  return list(C.blicket_result_problem_count(result), function(i) return C.blicket_result_problem(result, i) end)
end
-- What to ask a person: {input = ..., answers = {...}}, an empty answer being that it is no sentence.
function Solution:questions()
  local result, all = result_of(self), {}
  for i = 0, tonumber(C.blicket_result_question_count(result)) - 1 do
    all[i + 1] = { input = text(C.blicket_result_question(result, i)), answers = list(
      C.blicket_result_question_answer_count(result, i),
      function(n) return C.blicket_result_question_answer(result, i, n) end) }
  end
  return all
end
function Solution:json() return text(C.blicket_result_json(result_of(self))) end
-- A grammar to keep; nil if there is none.
function Solution:grammar()
  local own = C.blicket_result_grammar(result_of(self))
  if own == nil then return nil end
  local out = new_grammar()
  call("blicket_grammar_copy", own, out)
  return Grammar.own(out)
end

function blicket.parse(rules)
  local out = new_grammar()
  call("blicket_grammar_parse", utf8(rules), out)
  return Grammar.own(out)
end
function Grammar:text() return text(C.blicket_grammar_text(grammar_of(self))) end
-- What an input means; nil where it means nothing or is refused, and then the words that no rule reads, the best guess if
-- there is one, and how sure that is.
function Grammar:apply(input)
  local grammar = grammar_of(self)
  local out = new_evaluation()
  out[0] = self.evaluation and self.evaluation.handle or nil
  call("blicket_grammar_apply", grammar, utf8(input), out)
  self.evaluation = self.evaluation or Evaluation.own(out)
  if C.blicket_evaluation_outcome(out[0]) == BLICKET_OUTCOME_VALUE then return text(C.blicket_evaluation_text(out[0])) end
  return nil, text(C.blicket_evaluation_stuck_text(out[0])), text(C.blicket_evaluation_guess(out[0])),
    C.blicket_evaluation_confidence(out[0])
end
-- Unknown words of an input, and near sentences.
function Grammar:advise(input, suggestions)
  local out = new_advice()
  call("blicket_grammar_advise", grammar_of(self), utf8(input), suggestions or 3, out)
  local advice = Advice.own(out)
  local unknown = list(C.blicket_advice_unknown_count(out[0]), function(i) return C.blicket_advice_unknown_word(out[0], i) end)
  local near = list(C.blicket_advice_suggestion_count(out[0]), function(i) return C.blicket_advice_suggestion(out[0], i) end)
  advice:close()
  return unknown, near
end

return blicket
