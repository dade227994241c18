-- The binding from Lua: learning, teaching, refusing, freeing. `make test-lua` runs it.
local blicket = require "blicket"

local function same(expected, actual)
  if expected ~= actual then error(("expected %s, got %s"):format(tostring(expected), tostring(actual)), 2) end
end
local function failure(...)
  local ok, problem = pcall(...)
  if ok then error("nothing failed", 2) end
  return problem
end

local engine = blicket.engine(1)
local lessons = { { "walk", "WALK" }, { "jump", "JUMP" }, { "walk twice", "WALK WALK" }, { "jump left", "LEFT JUMP" },
  { "walk left twice", "LEFT WALK LEFT WALK" } }

-- Learns in the background; a word that no example shows is refused.
local task = blicket.task(lessons, { timeout_ms = 20000 })
task:query "jump left twice"
task:query "hop left"
local search = engine:start(task)
while not search:poll() do search:wait(1) end
local solution = search:result()
same(true, solution:solved())
same("LEFT JUMP LEFT JUMP", (solution:answer(1)))
local answer, confidence, stuck = solution:answer(2)
same(nil, answer)
same("hop", stuck:match "hop")
same(0, confidence)

-- It is taught, and wrongly; then corrected.
task:add("hop", "HPO")
task:replace(6, "hop", "HOP")
same("LEFT HOP", (engine:solve(task):answer(2)))
task:add("hop", "JUMP")
local contradicted = engine:solve(task)
same(false, contradicted:solved())
assert(#contradicted:problems() > 0)
task:remove(7)

-- It asks what the examples leave open.
local open = blicket.task({ { "dax", "RED" }, { "lug", "BLUE" }, { "dax fep", "RED RED" }, { "dax kiki lug", "BLUE RED" } },
  { questions = 2 })
local question = engine:solve(open):questions()[1]
assert(#question.answers > 1)

-- What they leave open is refused, with a guess; by the stored grammar, too.
local few = blicket.task { { "dax", "RED" }, { "lug", "BLUE" }, { "dax fep", "RED RED RED" }, { "lug dax", "BLUE RED" } }
few:query "lug dax fep"
local unsure = engine:solve(few)
local meaning, share, _, guess = unsure:answer(1)
same(nil, meaning)
assert(guess:match "^BLUE RED" and share > 0.25 and share < 0.75)
local stored = blicket.parse(unsure:grammar():text())
same(guess, select(3, stored:apply "lug dax fep"))
same("BLUE BLUE BLUE", (stored:apply "lug fep"))

-- What was learnt is kept without its solution, stored and read back.
local grammar = solution:grammar()
local again = blicket.parse(grammar:text())
solution:close()
same("LEFT WALK", (again:apply "walk left"))
same("hop", select(2, again:apply "hop"))
local unknown, near = again:advise "walk twcie"
same("twcie", unknown[1])
same("walk twice", near[1])
same("🤖 🤖", (blicket.parse "größer -> 🤖\nu1 二 -> [u1] [u1]":apply "größer 二"))

-- Errors are the library's own; what is closed says so, and is closed once.
local problem = failure(blicket.parse, "dax -> RED\nlug -> [u1]")
same(2, problem.line)
assert(tostring(problem):match "^line 2")
assert(failure(task.set, task, "colour", "red").message:match "timeout_ms")
same(2, failure(blicket.parse, "\255 -> A").status)
for _, one in ipairs { search, grammar, again, task, engine, solution } do
  one:close()
  one:close()
end
assert(tostring(failure(again.apply, again, "walk")):match "was closed")
for _ = 1, 200 do blicket.parse("a -> B"):apply "a" end
collectgarbage()
print "ok"
