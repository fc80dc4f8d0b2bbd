/** What is looked at to tell whether two notifications say the same again. */
interface Groupable {
  readonly kind: string
  readonly group: { readonly key: string } | null
}

/** Notifications, the latest first: those that say the same together, in the place of the latest of them. */
export function groupAlike<Item extends Groupable>(items: readonly Item[]): (readonly [Item, ...Item[]])[] {
  const lines = new Map<string, [Item, ...Item[]]>()
  items.forEach((item, place) => {
    const key = item.group ? `${item.kind} ${item.group.key}` : String(place)
    const line = lines.get(key)
    if (line) line.push(item)
    else lines.set(key, [item])
  })
  return [...lines.values()]
}
