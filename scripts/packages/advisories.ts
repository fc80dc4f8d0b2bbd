import { z } from 'zod'

/** A known vulnerability that is ignored for a while: `advisory` is the last part of its address, GHSA-…; `until` is its last day. */
const waiver = z.strictObject({ advisory: z.string(), until: z.iso.date(), because: z.string().min(10) })
export const waivers = z.array(waiver)
export type Waiver = z.infer<typeof waiver>

const SEVERE = ['high', 'critical']

/** The parts of npm's audit report (version 2) that are read here. In `via`, a text names another package of the report. */
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: z.string() })])) }),
  ),
})

/**
 * What `npm audit --json` found: known holes of high or critical severity, one line each, except those that are waived on `today`
 * (YYYY-MM-DD). Null when the registry did not answer with a report.
 */
export function severeAdvisories(output: string, waived: readonly Waiver[], today: string): readonly string[] | null {
  const parsed = report.safeParse(parseJson(output))
  if (!parsed.success) return null
  const found = new Map<string, string>()
  for (const [name, { via }] of Object.entries(parsed.data.vulnerabilities))
    for (const each of via) {
      if (typeof each === 'string' || !SEVERE.includes(each.severity)) continue
      const id = each.url.slice(each.url.lastIndexOf('/') + 1)
      const known = waived.find(({ advisory }) => advisory === id)
      if (known && today <= known.until) continue
      found.set(id, `${name}: ${each.severity}, ${each.title} (${each.url})${known ? `; was let pass until ${known.until}` : ''}`)
    }
  return [...found.values()]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
