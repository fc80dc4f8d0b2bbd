/** What is wrong at one node; `path` leads to it, such as `long.all[1][2]` (empty: the rule set itself). */
export interface RuleError {
  readonly path: string
  readonly message: string
}
