/** An input and the output that it means. */
export type Example = readonly [input: string, output: string];
/** An input that is no sentence (null), or does not mean an output. */
export type Negative = readonly [input: string, output: string | null];

export interface LearnOptions {
  /** What to answer. */
  queries?: readonly string[];
  negatives?: readonly Negative[];
  /** How many questions the solution is to have. */
  questions?: number;
  /** Whether examples may be wrong. */
  noise?: boolean;
  /** Milliseconds. @default 30000 */
  timeout?: number;
  seed?: number;
}

export interface Problem { kind: string; text: string; examples?: number[]; queries?: number[]; [field: string]: unknown }
export interface PossibleAnswer { text: string | null; weight: number; examples: number[] }
export interface Question { input: string; worth: number; answers: PossibleAnswer[] }

/** What came of it, with the fields of `Solution::to_json` in the Rust library. */
export interface Solution {
  outcome: "solved" | "best" | "none";
  stop: "solved" | "exhausted" | "timeout" | "steps" | "memory" | "cancelled";
  satisfied: number;
  support: number;
  queries: number;
  /** For each query the answer; null where it is refused. */
  answers: (string | null)[];
  /** For each query the best guess, whether it is worth acting on or not. */
  guess: (string | null)[];
  confidence: (number | null)[];
  stuck: (string[] | null)[];
  agrees: boolean[];
  programs: number;
  steps: number;
  /** The text of the grammar, with what the examples leave open below its rules: what it is not sure of, it refuses. */
  grammar: string | null;
  unsatisfied: { example: number; instead: string | null }[];
  alternatives: { grammar: string; weight: number }[];
  problems: Problem[];
  questions: Question[];
  leaves: number;
  solving_seconds: number;
  ranking_seconds: number;
  /** The rules alone, to be read. */
  rules: string | null;
}

export interface Slot { section: string; words: string; from: number; to: number; value: string | null; number: number | null; parent: number | null }
export interface Evaluation {
  /** Null where the input is not understood, or refused. */
  output: string | null;
  stuck: string[] | null;
  reason: string | null;
  guess?: string | null;
  confidence?: number;
  slots: Slot[];
}

export interface Step { depth: number; variable: string | null; words: [number, number]; section?: string; rule: number; tokens: [number, number] | null; number: number | null }
export interface Derivation {
  words: string[]; tokens: string[]; number: number | null; stuck: [number, number] | null; reason: string | null;
  steps: Step[]; omitted: number; rules: Record<string, string>;
}
export interface Advice {
  read: boolean; words: number; unknown: { word: string; place: number }[]; reached: number;
  expected: { complete: boolean; words: string[]; sections: string[]; any: boolean; cut: boolean };
  nearest: { text: string; cost: number }[];
}
export interface Remark { message: string; kind: string; severity: "note" | "warning" | "error"; example: number; other: number | null; found: string; suggestion: string | null; [field: string]: unknown }
export interface Finding { line: number; column: number; severity: "note" | "warning" | "error"; kind: string; message: string }

/** What goes wrong. `status` is as in HTTP: 422 for a text that is no grammar, 410 for a grammar that was freed. */
export class BlicketError extends Error { readonly status: number }

/** A grammar. It is freed with its object, or by `free`. */
export class Grammar {
  private constructor();
  readonly text: string;
  apply(input: string): Evaluation;
  applyMany(inputs: readonly string[]): (string | null)[];
  explain(input: string): Derivation;
  advise(input: string): Advice;
  free(): void;
  toString(): string;
}

/** The library. Calls take the time that they take: in a page, call it in a worker; terminating that ends a search. */
export class Blicket {
  private constructor();
  readonly version: string;
  learn(examples: readonly Example[], options?: LearnOptions): Solution;
  parse(text: string): Grammar;
  lint(examples: readonly Example[]): Remark[];
  check(text: string): Finding[];
}

/** Loads the module: from beside this file, or from an address, bytes, or a compiled module. */
export function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Blicket>;
