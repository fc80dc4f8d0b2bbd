import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { DAY } from '../../schema/time.ts'
import { KnownDevices } from './KnownDevices.ts'

const devices = new KnownDevices(new Uint8Array(randomBytes(32)))
const ASHA = { id: '0198f0a0-0000-7000-8000-000000000001', devicesFrom: null }
const RAVI = { id: '0198f0a0-0000-7000-8000-000000000002', devicesFrom: null }
afterEach(() => void vi.useRealTimers())

/** A browser that keeps what it is given. */
function browser(marks = '') {
  const device = { address: '', userAgent: '', marks, keep: (given: string) => void (device.marks = given) }
  return device
}

test('a device is known to the accounts that have signed in there, and to no other', () => {
  const laptop = browser()
  expect(devices.idOf(laptop, ASHA)).toBeNull()
  devices.remember(laptop, ASHA)
  const id = devices.idOf(laptop, ASHA)
  expect(id).toMatch(/^[\w-]{16}$/)
  expect(devices.idOf(laptop, RAVI)).toBeNull()
  devices.remember(laptop, RAVI)
  expect([devices.idOf(laptop, ASHA), devices.idOf(laptop, RAVI)]).toEqual([id, expect.any(String)])
})

test('signing in again keeps it the same device, and its marks do not grow beyond five accounts', () => {
  const laptop = browser()
  devices.remember(laptop, ASHA)
  const [id, length] = [devices.idOf(laptop, ASHA), laptop.marks.length]
  devices.remember(laptop, ASHA)
  expect([devices.idOf(laptop, ASHA), laptop.marks.length]).toEqual([id, length])
  for (let i = 0; i < 9; i++) devices.remember(laptop, { id: `account ${i}`, devicesFrom: null })
  expect(laptop.marks.length).toBe(5 * length + 4)
  expect(devices.idOf(laptop, ASHA)).toBeNull()
})

test('a mark of another account, of another key, changed or made up is a stranger’s', () => {
  const laptop = browser()
  devices.remember(laptop, ASHA)
  const [time = '', id = '', signature = ''] = laptop.marks.split('.')
  const later = (parseInt(time, 36) + 1).toString(36)
  for (const marks of [
    `${later}.${id}.${signature}`,
    `${time}.${'A'.repeat(16)}.${signature}`,
    `${time}.${id}.`,
    '~',
    '....',
    'x'.repeat(9_000),
  ])
    expect(devices.idOf(browser(marks), ASHA), marks).toBeNull()
  expect(new KnownDevices(new Uint8Array(randomBytes(32))).idOf(laptop, ASHA)).toBeNull()
})

test('a device is forgotten after a year without a sign-in, and when the account says so', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const laptop = browser()
  devices.remember(laptop, ASHA)
  expect(devices.idOf(laptop, { ...ASHA, devicesFrom: new Date(Date.now() + 1) })).toBeNull()
  vi.advanceTimersByTime(365 * DAY)
  expect(devices.idOf(laptop, ASHA)).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(devices.idOf(laptop, ASHA)).toBeNull()
})
