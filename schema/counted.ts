/** A number of things, grouped as in India: `1 day`, `1,234 minutes`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`
}
