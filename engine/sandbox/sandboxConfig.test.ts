import { describe, expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import { readSandboxConfig } from './sandboxConfig.ts'

describe('the sandbox’s settings', () => {
  it('have defaults for everything', () => {
    expect(readSandboxConfig({ SANDBOX_SPEED: '' })).toEqual({
      ok: true,
      value: {
        ...{ port: 4200, home: '.data', speed: 10, seed: 1, pattern: null, start: null, replay: new Map(), replayOptions: [], accounts: 5 },
        redirectUrls: ['http://127.0.0.1:4000/auth/smartapi/callback', 'http://localhost:4000/auth/smartapi/callback'],
        controlSecret: null,
      },
    })
  })

  it('are read from the environment', () => {
    const config = readSandboxConfig({
      SANDBOX_PORT: '0',
      SAKHA_HOME: 'here',
      SANDBOX_SPEED: '0.5',
      SANDBOX_SEED: '-7',
      SANDBOX_ACCOUNTS: '20',
      SANDBOX_REDIRECT_URLS: 'https://app.example/back, http://127.0.0.1:1/back',
      SANDBOX_CONTROL_SECRET: 'sixteen or more characters',
      SANDBOX_START: '2024-01-02T10:30',
      SAKHA_REPLAY: 'NIFTY=a=b.csv.gz,BANKNIFTY=c.csv',
      SAKHA_REPLAY_OPTIONS: 'd.csv, e.csv.gz',
    })
    const replay = new Map([
      ['NIFTY', 'a=b.csv.gz'],
      ['BANKNIFTY', 'c.csv'],
    ])
    expect(config).toEqual({
      ok: true,
      value: {
        port: 0,
        home: 'here',
        speed: 0.5,
        seed: -7,
        pattern: null,
        start: istInstant('2024-01-02', 630),
        replay,
        replayOptions: ['d.csv', 'e.csv.gz'],
        accounts: 20,
        redirectUrls: ['https://app.example/back', 'http://127.0.0.1:1/back'],
        controlSecret: 'sixteen or more characters',
      },
    })
  })

  it('begin a day without a time at 09:15', () => {
    const config = readSandboxConfig({ SANDBOX_START: '2024-01-02' })
    expect(config.ok && config.value.start).toBe(istInstant('2024-01-02', 555))
  })

  it('are refused with all their mistakes at once, each naming its variable', () => {
    const config = readSandboxConfig({
      SANDBOX_PORT: '70000',
      SANDBOX_SPEED: '0',
      SANDBOX_SEED: '1.5',
      SANDBOX_PATTERN: 'W',
      SANDBOX_START: 'tomorrow',
      SAKHA_REPLAY: 'FINNIFTY=x.csv,NIFTY=a.csv,NIFTY=b.csv,BANKNIFTY',
    })
    expect(config.ok ? [] : config.error).toEqual([
      'SANDBOX_PORT: must be a whole number, 0 to 65535, found "70000"',
      'SANDBOX_SPEED: must be a number above 0, at most 3600',
      'SANDBOX_SEED: must be a whole number, -999999999999999 to 999999999999999, found "1.5"',
      'SANDBOX_PATTERN: must be w, flag, shoulders, found "W"',
      'SANDBOX_START: must be YYYY-MM-DD or YYYY-MM-DDTHH:MM (IST), found "tomorrow"',
      'SAKHA_REPLAY: "FINNIFTY=x.csv" must be INDEX=FILE with INDEX one of NIFTY, BANKNIFTY, SENSEX, MIDCAP',
      'SAKHA_REPLAY: NIFTY is given twice',
      'SAKHA_REPLAY: "BANKNIFTY" must be INDEX=FILE with INDEX one of NIFTY, BANKNIFTY, SENSEX, MIDCAP',
    ])
  })

  it.each(['2024-13-01', '2024-01-02T25:00', '2019-12-31', '2024-02-30'])('refuse the start %s', (start) => {
    expect(readSandboxConfig({ SANDBOX_START: start }).ok).toBe(false)
  })

  it('let recorded options be played with the index that they are on, and not without', () => {
    expect(readSandboxConfig({ SAKHA_REPLAY_OPTIONS: 'd.csv' })).toEqual({
      ok: false,
      error: ['SAKHA_REPLAY_OPTIONS: needs SAKHA_REPLAY, the index that they are options on'],
    })
    expect(readSandboxConfig({ SAKHA_REPLAY: 'NIFTY=a.csv', SAKHA_REPLAY_OPTIONS: 'd.csv,' }).ok).toBe(false)
  })

  it('plant a pattern into a drawn market, and into nothing that was recorded', () => {
    expect(readSandboxConfig({ SANDBOX_PATTERN: 'w' })).toMatchObject({ ok: true, value: { pattern: 'w' } })
    expect(readSandboxConfig({ SANDBOX_PATTERN: 'w', SAKHA_REPLAY: 'NIFTY=a.csv' })).toEqual({
      ok: false,
      error: ['SANDBOX_PATTERN: a pattern is planted into a drawn market, not into the candles of SAKHA_REPLAY'],
    })
  })

  it('let a drawn market start where three years of its past lie before it, and a replay on any day', () => {
    const SAKHA_REPLAY = 'NIFTY=a.csv'
    expect(readSandboxConfig({ SANDBOX_START: '2022-12-30' })).toMatchObject({ error: [expect.stringContaining('before 2023-01-01')] })
    expect(readSandboxConfig({ SANDBOX_START: '2023-01-02' }).ok).toBe(true)
    expect(readSandboxConfig({ SANDBOX_START: '2019-06-03', SAKHA_REPLAY }).ok).toBe(true)
  })
})
