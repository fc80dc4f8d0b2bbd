import { addDays, istDate, type Instant } from '../../../schema/time.ts'
import { formatDate } from '../../lib/formatTime.ts'

export interface Day<Item> {
  /** `Today`, `Yesterday` or a date in India. */
  readonly day: string
  readonly items: readonly Item[]
}

/** Items, the latest first, by their day in India. `time`: the API's ISO text. */
export function groupByDay<Item extends { readonly time: string }>(items: readonly Item[], now: Instant): Day<Item>[] {
  const byDate = new Map<string, Item[]>()
  for (const item of items) {
    const date = istDate(Date.parse(item.time))
    byDate.set(date, [...(byDate.get(date) ?? []), item])
  }
  const today = istDate(now)
  const named = new Map([
    [today, 'Today'],
    [addDays(today, -1), 'Yesterday'],
  ])
  return [...byDate].map(([date, some]) => ({ day: named.get(date) ?? formatDate(`${date}T12:00:00+05:30`), items: some }))
}
