import type { RuleSet } from '../../schema/rules/RuleSet.ts'

/** One object for equal rule sets, so that a strategy's rules are compiled once for all indices it trades. */
export class SharedRules {
  readonly #known = new Map<string, WeakRef<RuleSet>>()

  /** The rule sets, each by the object that equal ones had before. Ones that nobody holds any more are dropped. */
  share(all: readonly RuleSet[]): readonly RuleSet[] {
    for (const [text, rules] of this.#known) if (!rules.deref()) this.#known.delete(text)
    return all.map((rules) => {
      const text = JSON.stringify(rules)
      const known = this.#known.get(text)?.deref()
      if (!known) this.#known.set(text, new WeakRef(rules))
      return known ?? rules
    })
  }
}
