/** A file and one that it imports, both as paths from the root of the project. */
export type Import = readonly [from: string, to: string]

/**
 * The circles of folders that imports close, one for each folder that contains any, with an import for every step; empty: the
 * arrows between folders go one way. A folder counts with all that lies in it, beside the files and folders of the same parent.
 */
export function folderCircles(imports: readonly Import[]): string[] {
  return [...arrowsByParent(imports)].flatMap(([parent, arrows]) => {
    const circle = [...arrows.keys()].map((start) => wayBack(start, arrows)).find((way) => way !== null)
    return circle ? [[`${parent || 'the project'}:`, ...circle.map(([from, to]) => `  ${from} imports ${to}`)].join('\n')] : []
  })
}

/** Of each parent folder: which of its files and folders import which others, with one such import each. */
type Arrows = Map<string, Map<string, Import>>

function arrowsByParent(imports: readonly Import[]): Map<string, Arrows> {
  const parents = new Map<string, Arrows>()
  for (const [from, to] of imports) {
    const [steps, others] = [from.split('/'), to.split('/')]
    const depth = steps.findIndex((step, i) => step !== others[i])
    const [source, target] = [steps[depth], others[depth]]
    if (source === undefined || target === undefined) continue
    const arrows = entry(parents, steps.slice(0, depth).join('/'), (): Arrows => new Map())
    entry(
      entry(arrows, source, () => new Map<string, Import>()),
      target,
      () => [from, to] as const,
    )
  }
  return parents
}

/** The shortest way from a file or folder back to itself, by an import for each step; null: none leads back. */
function wayBack(start: string, arrows: Arrows): readonly Import[] | null {
  const seen = new Set<string>()
  let ways: { readonly at: string; readonly way: readonly Import[] }[] = [{ at: start, way: [] }]
  while (ways.length > 0) {
    const further = ways.flatMap(({ at, way }) => [...(arrows.get(at) ?? [])].map(([to, step]) => ({ at: to, way: [...way, step] })))
    const back = further.find(({ at }) => at === start)
    if (back) return back.way
    ways = further.filter(({ at }) => !seen.has(at) && seen.add(at))
  }
  return null
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
