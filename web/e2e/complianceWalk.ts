import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** The states of the compliance page, who is offered it, and the log. */
export function complianceWalk(walk: Walk): void {
  const { place, wide, screens } = walk

  test('it waits, says what did not come, shows it after Retry; the log ends with how far its chain holds', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/compliance', heading: 'Compliance', operation: 'Compliance' },
      ...{
        failed: 'Failed to load the compliance page',
        shows: ['Outgoing IP address', 'Order budget used', 'Register of live strategies', 'Five-year log'],
      },
    })
    await seeTexts(page, ['Nothing was sent to the broker in the last 15 minutes.', 'You have not switched any strategy to live.'])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Log' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('compliance-log.ndjson')
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'verification', intact: true, firstBroken: null })
    await page.context().close()
  })

  test('the navigation offers it to admins, and not to who has no account at the broker', async () => {
    for (const [person, count] of [
      ['admin', 1],
      ['newcomer', 0],
    ] as const) {
      const page = await screens().open(person, place, '/profile')
      await page.getByText('Member since').waitFor()
      if (!wide) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('link', { name: 'Dashboard' }).first().waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Compliance' }).count()).toBe(count)
      await page.context().close()
    }
  })
}
