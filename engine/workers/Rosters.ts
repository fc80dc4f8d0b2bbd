import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { RosterPage } from './evaluation.ts'

interface Entry {
  readonly rules: readonly RuleSet[]
  readonly page: RosterPage
}

/**
 * The rule sets that tasks are about, written to shared memory once and again only when they change: a closed bar then
 * costs no copy of a thousand rule sets on the way to its worker. A rule set is known by its object, which must not change.
 */
export class Rosters {
  readonly #entries = new Map<string, Entry>()
  #versions = 0

  /** The page of these rule sets. `topic`: lists that replace one another, such as all of one index and interval. */
  page(topic: string, rules: readonly RuleSet[]): RosterPage {
    const entry = this.#entries.get(topic)
    if (entry && entry.rules.length === rules.length && entry.rules.every((each, place) => each === rules[place])) return entry.page
    const bytes = Buffer.from(JSON.stringify(rules))
    const text = new SharedArrayBuffer(bytes.length)
    bytes.copy(new Uint8Array(text))
    const page = { version: ++this.#versions, text }
    this.#entries.set(topic, { rules, page })
    return page
  }
}

/** The rule sets of a page. */
export function readRosterPage({ text }: RosterPage): readonly RuleSet[] {
  return JSON.parse(Buffer.from(text).toString())
}
