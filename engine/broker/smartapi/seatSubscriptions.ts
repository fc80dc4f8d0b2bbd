/** Something to be subscribed to. `first`: before others where there is no room for all. */
export interface Claim {
  readonly id: string
  readonly first: boolean
}

/** The connection of each claim, by its place; null: there is none for it. */
export type Seats = ReadonlyMap<string, number | null>

/**
 * Seats claims on connections with so many places each (`rooms`; 0 for one that is not there). Who has a seat keeps it while its connection
 * has the place, those that come first before the others; those without one take what is free on the lowest connection. One that comes
 * first takes the seat of the other that asked last where nothing is free.
 */
export function seatSubscriptions(claims: readonly Claim[], before: Seats, rooms: readonly number[]): Seats {
  const seats = new Map<string, number | null>(claims.map(({ id }) => [id, null]))
  const free = [...rooms]
  const sit = (id: string, place: number) => {
    seats.set(id, place)
    free[place]!--
  }
  const firsts = claims.filter(({ first }) => first)
  const others = claims.filter(({ first }) => !first)
  for (const { id } of [...firsts, ...others]) {
    const place = before.get(id) ?? null
    if (place !== null && (free[place] ?? 0) > 0) sit(id, place)
  }
  const evictable = others.filter(({ id }) => seats.get(id) !== null)
  for (const { id } of firsts.filter((each) => seats.get(each.id) === null)) {
    const place = free.findIndex((places) => places > 0)
    if (place >= 0) {
      sit(id, place)
      continue
    }
    const evicted = evictable.pop()
    if (!evicted) break
    seats.set(id, seats.get(evicted.id)!)
    seats.set(evicted.id, null)
  }
  for (const { id } of others.filter((each) => seats.get(each.id) === null)) {
    const place = free.findIndex((places) => places > 0)
    if (place < 0) break
    sit(id, place)
  }
  return seats
}
