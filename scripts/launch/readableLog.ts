const LEVEL_NAMES: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }
const WARNING = 40

/** One log line for a person: `engine  warning  feed lost …`. Null for a line below warning, unless everything is wanted. */
export function readableLog(processName: string, line: string, everything: boolean): string | null {
  const name = processName.padEnd(8)
  let entry: { level?: number; msg?: string; err?: { message?: string } }
  try {
    entry = JSON.parse(line) as typeof entry
  } catch {
    return line.trim() ? `${name} ${line}` : null
  }
  const level = entry.level ?? WARNING
  if (level < WARNING && !everything) return null
  const reason = entry.err?.message ? `: ${entry.err.message}` : ''
  return `${name} ${(LEVEL_NAMES[level] ?? String(level)).padEnd(8)} ${entry.msg ?? ''}${reason}`
}
