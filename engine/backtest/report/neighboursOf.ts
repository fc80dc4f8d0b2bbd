import type { Parameters } from '../../../schema/rules/parameterGrid.ts'

/**
 * By set, the positions of its neighbours: those that differ in one parameter, by one step among its tried values. The sets have the same
 * parameters.
 */
export function neighboursOf(sets: readonly Parameters[]): number[][] {
  const names = Object.keys(sets[0] ?? {})
  const values = names.map((name) => [...new Set(sets.map((set) => set[name]!))].sort((a, b) => a - b))
  const stepsOf = (set: Parameters) => names.map((name, i) => values[i]!.indexOf(set[name]!))
  const places = new Map(sets.map((set, position) => [stepsOf(set).join(), position]))
  return sets.map((set) => {
    const steps = stepsOf(set)
    return steps.flatMap((step, i) =>
      [step - 1, step + 1].flatMap((other) => {
        const place = places.get(steps.with(i, other).join())
        return place === undefined ? [] : [place]
      }),
    )
  })
}
