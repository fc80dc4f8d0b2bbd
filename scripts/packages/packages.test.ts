import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { severeAdvisories } from './advisories.ts'
import { installScriptFaults } from './installScripts.ts'
import { licenceFaults } from './licences.ts'
import { lockedPackages, type LockedPackage } from './lockfile.ts'

const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
const one: LockedPackage = { name: 'one', version: '1.0.0', license: 'MIT', dev: false, hasInstallScript: false }

describe('item 50: the licences of packages', () => {
  it('are all allowed or looked at', () => {
    expect(lockedPackages().length).toBeGreaterThan(500)
    expect(licenceFaults(lockedPackages())).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0', false],
    ['SEE LICENSE IN file', false],
    [null, false],
  ])('%s: allowed is %s', (license, allowed) => {
    expect(licenceFaults([{ ...one, license }])).toEqual(allowed ? [] : [`one 1.0.0: ${license ?? 'no licence is named'}`])
  })

  it('are looked at one by one: what a known package says now must be what it said then', () => {
    expect(licenceFaults([{ ...one, name: 'elkjs', license: 'EPL-2.0' }])).toEqual([])
    expect(licenceFaults([{ ...one, name: 'elkjs', license: 'GPL-2.0' }])).toHaveLength(1)
  })
})

describe('item 50: install scripts of packages', () => {
  it('were all looked at, and none is run: neither by npm ci by hand nor by the first start', () => {
    expect(installScriptFaults(lockedPackages(), allowScripts)).toEqual([])
    expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m)
    expect(readFileSync(new URL('../run.mjs', import.meta.url), 'utf8')).toContain(`spawnSync('npm', ['ci', '--ignore-scripts'`)
  })

  it('of a new package, a name too many, and one that is allowed are told', () => {
    const scripted = { ...one, hasInstallScript: true }
    expect(installScriptFaults([scripted], {})).toEqual([expect.stringContaining('one has an install script that nobody looked at')])
    expect(installScriptFaults([one], { one: false })).toEqual(['one is named and has no install script'])
    expect(installScriptFaults([scripted], { one: true })).toHaveLength(1)
  })
})

describe('item 50: known holes in packages', () => {
  const via = (severity: string, id: string) => ({ title: 'a hole', severity, url: `https://github.com/advisories/${id}` })
  const report = JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      outer: { severity: 'high', via: ['inner'] },
      inner: { severity: 'high', via: [via('high', 'GHSA-1'), via('moderate', 'GHSA-2')] },
      other: { severity: 'critical', via: [via('critical', 'GHSA-3')] },
    },
  })
  const waived = [{ advisory: 'GHSA-1', until: '2026-12-31', because: 'the part with the hole is not used' }]

  it('of high and critical severity are told once each, those of less are not', () => {
    expect(severeAdvisories(report, [], '2026-11-22')).toEqual([
      'inner: high, a hole (https://github.com/advisories/GHSA-1)',
      'other: critical, a hole (https://github.com/advisories/GHSA-3)',
    ])
  })

  it('are let pass by name until a day, and told again after it', () => {
    expect(severeAdvisories(report, waived, '2026-12-31')).toEqual(['other: critical, a hole (https://github.com/advisories/GHSA-3)'])
    expect(severeAdvisories(report, waived, '2027-01-01')).toContain(
      'inner: high, a hole (https://github.com/advisories/GHSA-1); was let pass until 2026-12-31',
    )
  })

  it('are not known where the registry does not answer', () => {
    expect(severeAdvisories('{ "message": "405 Method Not Allowed", "statusCode": 405 }', [], '2026-11-22')).toBeNull()
    expect(severeAdvisories('', [], '2026-11-22')).toBeNull()
  })
})
