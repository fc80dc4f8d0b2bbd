import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe-core's findings, all its rules on, on the current page or within the elements of a selector, one line per element: rule, element, why. */
export async function accessibilityFaults(page: Page, within = ':root'): Promise<string[]> {
  // Evaluated by the browser's own tools: the content security policy of the page stays as it is.
  await page.evaluate(AXE)
  const { violations } = await page.evaluate((context) => (window as unknown as { axe: typeof axe }).axe.run(context), within)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')} – ${(failureSummary ?? '').split('\n').slice(1).join(' ').trim()}`,
    ),
  )
}
