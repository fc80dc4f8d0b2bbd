import type { Locator, Page } from 'playwright-core'

/** Resolves once every one of these texts, to the letter, is in sight. For browser tests only. */
export async function seeTexts(where: Page | Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await where.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
}
