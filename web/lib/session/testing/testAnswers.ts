import type { Mock } from 'vitest'
import type { ErrorCode } from '../../../../schema/errors.ts'

/** The gateway's answer to an operation. For tests only. */
export const answered = (data: object): Response => new Response(JSON.stringify({ data }))

/** The gateway's refusal of an operation. For tests only. */
export const refused = (code: ErrorCode, message: string): Response =>
  new Response(JSON.stringify({ data: null, errors: [{ message, extensions: { code } }] }))

/** The operations sent to `/graphql`, in order; every other request fails the test. For tests only. */
export function operationsOf(fetchCall: Mock<typeof fetch>): { readonly operation: string; readonly variables: unknown }[] {
  return fetchCall.mock.calls.map(([address, init]) => {
    if (address !== '/graphql' || init?.method !== 'POST' || init.credentials !== 'include') throw new Error(`asked ${String(address)}`)
    const { operationName, variables } = JSON.parse(String(init.body)) as { operationName: string; variables: unknown }
    return { operation: operationName, variables }
  })
}
