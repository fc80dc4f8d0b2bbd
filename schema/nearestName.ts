/** A longer name is no slip of the keyboard. */
const MAX_LENGTH = 40

/** The known name that somebody most likely meant, whatever its letter case; null when none is near. */
export function nearestName(written: string, known: readonly string[]): string | null {
  if (written.length > MAX_LENGTH) return null
  let nearest: { readonly name: string; readonly distance: number } | null = null
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase())
    const near = distance <= Math.max(written.length, name.length) / 3
    if (near && (nearest === null || distance < nearest.distance)) nearest = { name, distance }
  }
  return nearest?.name ?? null
}

/** How many letters must be put in, left out or replaced to make one text of the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
