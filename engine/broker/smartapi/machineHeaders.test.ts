import type { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { machineHeaders } from './machineHeaders.ts'

const address = (ip: string, internal: boolean) => ({
  ...{ address: ip, netmask: '255.255.255.0', family: 'IPv4' as const, mac: '02:42:ac:11:00:02', internal, cidr: null },
})
const LOOPBACK = { 'X-ClientLocalIP': '127.0.0.1', 'X-ClientPublicIP': '127.0.0.1', 'X-MACAddress': '00:00:00:00:00:00' }

describe('the headers with the addresses of this machine', () => {
  it('name the first address that leads outward', () => {
    const read: typeof networkInterfaces = () => ({ lo: [address('127.0.0.1', true)], eth0: [address('192.0.2.7', false)] })
    expect(machineHeaders(read)).toEqual({
      'X-ClientLocalIP': '192.0.2.7',
      'X-ClientPublicIP': '192.0.2.7',
      'X-MACAddress': '02:42:ac:11:00:02',
    })
  })

  it('name the loopback’s where there is no other, and where the system does not list them', () => {
    expect(machineHeaders(() => ({ lo: [address('127.0.0.1', true)] }))).toEqual(LOOPBACK)
    const refuse: typeof networkInterfaces = () => {
      throw new Error('uv_interface_addresses returned Unknown system error 97')
    }
    expect(machineHeaders(refuse)).toEqual(LOOPBACK)
  })
})
