/** The name under which a part of a fill by hand is booked, which may close several legs; `taken`: its units that are booked before. */
export function pieceOfFill(fillId: string, taken: number): string {
  return taken === 0 ? fillId : `${fillId}/${taken}`
}
