import { isIP } from 'node:net'
import { LIMITS } from '../../../schema/limits.ts'
import { isPublicAddress } from './isPublicAddress.ts'

/**
 * What is wrong with a webhook's address, as far as visible before a lookup of its host; null: nothing. `privateHosts` allows private
 * hosts, and http.
 */
export function webhookUrlMistake(text: string, privateHosts: boolean): string | null {
  if (text.length > LIMITS.notifications.webhookUrl) return `The address must have at most ${LIMITS.notifications.webhookUrl} characters`
  if (!URL.canParse(text)) return 'The address must be one like https://example.com/hook'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && !(privateHosts && protocol === 'http:')) return 'The address must begin with https://'
  if (username !== '' || password !== '') return 'The address must have no user name or password in it'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !privateHosts && !isPublicAddress(host)) return `${host} is not an address of the public internet`
  return null
}
