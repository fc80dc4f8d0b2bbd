/** What a change of one setting means for what its owner may lose. */
export interface Verdict<Value> {
  /** Why: how the setting bounds losses, or why it does not. */
  readonly why: string
  /** Whether it may lose more after the change. False for an equal value. */
  readonly mayLoseMore: (before: Value, after: Value) => boolean
}

/** A verdict for every setting: a new one without does not compile. */
export type Verdicts<Settings> = { readonly [Name in keyof Settings]-?: Verdict<Settings[Name]> }

/** The settings by which a change may lose more; none: it only tightens, or changes nothing that matters. */
export function loosened<Settings>(verdicts: Verdicts<Settings>, before: Settings, after: Settings): (keyof Settings)[] {
  const names = Object.keys(verdicts) as (keyof Settings)[]
  return names.filter((name) => verdicts[name].mayLoseMore(before[name], after[name]))
}

export const moreIsRiskier = (why: string): Verdict<number> => ({ why, mayLoseMore: (before, after) => after > before })

/** The more the riskier, and null, no limit, is the riskiest. */
export const nullIsUnlimited = (why: string): Verdict<number | null> => ({
  why,
  mayLoseMore: (before, after) => (after ?? Infinity) > (before ?? Infinity),
})

export const trueIsRiskier = (why: string): Verdict<boolean> => ({ why, mayLoseMore: (before, after) => after && !before })

export const falseIsRiskier = (why: string): Verdict<boolean> => ({ why, mayLoseMore: (before, after) => before && !after })

/** Of choices in order, the first one the safest. */
export const laterIsRiskier = <Choice>(why: string, choices: readonly Choice[]): Verdict<Choice> => ({
  why,
  mayLoseMore: (before, after) => choices.indexOf(after) > choices.indexOf(before),
})

/** Of a list, whatever its order. */
export const addingIsRiskier = (why: string): Verdict<readonly (number | string)[]> => ({
  why,
  mayLoseMore: (before, after) => after.some((each) => !before.includes(each)),
})

/** Times of a day, HH:MM. */
interface Window {
  readonly start: string
  readonly end: string
}
export const widerIsRiskier = (why: string): Verdict<Window> => ({
  why,
  mayLoseMore: (before, after) => after.start < before.start || after.end > before.end,
})

/** How far from the entry a level is; per cent of a premium and rupees of a trade cannot be compared before there is a trade. */
interface Level {
  readonly unit: string
  readonly value: number
}
export const fartherIsRiskier = (why: string): Verdict<Level> => ({
  why,
  mayLoseMore: (before, after) => after.unit !== before.unit || after.value > before.value,
})

/** What cannot be compared: any other value may lose more, and so may going back. */
export const otherIsRiskier = (why: string): Verdict<unknown> => ({
  why,
  mayLoseMore: (before, after) => written(after) !== written(before),
})

/** The same of rows, whatever their order. */
export const otherRowsAreRiskier = (why: string): Verdict<readonly unknown[]> => ({
  why,
  mayLoseMore: (before, after) => after.map(written).sort().join() !== before.map(written).sort().join(),
})

/** The same of legs; none of them, which is one bought option, is the safest. */
export const otherLegsAreRiskier = (why: string): Verdict<readonly string[]> => ({
  why,
  mayLoseMore: (before, after) => after.length > 0 && written(after) !== written(before),
})

/** A setting that bounds no loss. */
export const never = (why: string): Verdict<unknown> => ({ why, mayLoseMore: () => false })

/** The same text for equal values, whatever the order of their fields. */
function written(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
