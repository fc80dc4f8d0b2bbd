import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable, ServerError } from '@apollo/client'
import { Kind, OperationTypeNode } from 'graphql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePasswordQuestion } from '../lib/session/askForPassword.ts'
import * as documents from './generated/graphql.ts'
import { DONE_ONCE, idempotencyLink } from './idempotencyLink.ts'
import { passwordLink } from './passwordLink.ts'

const CLOSE = gql`
  mutation CloseTrade($id: ID!) {
    closeTrade(id: $id)
  }
`
const STOP = gql`
  mutation EmergencyStop {
    emergencyStop
  }
`

type Answer = ApolloLink.Result | Error
const DONE = { data: { closeTrade: true, emergencyStop: true } }
const refused = (code: string) => ({ errors: [{ message: 'No', extensions: { code } }] })

/** A client whose gateway answers like this, one after the other; `keys` are what its requests carried. */
function clientAnswered(...answers: Answer[]) {
  const keys: unknown[] = []
  const gateway = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { headers } = operation.getContext()
        keys.push(headers?.['idempotency-key'])
        const answer = answers.shift() ?? DONE
        // Later, as over a line.
        setTimeout(() => {
          if (answer instanceof Error) return observer.error(answer)
          observer.next(structuredClone(answer))
          observer.complete()
        })
      }),
  )
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([idempotencyLink(), passwordLink, gateway]) })
  const close = (id: string) => client.mutate({ mutation: CLOSE, variables: { id } }).catch(() => null)
  return { client, keys, close }
}
const lineBroken = () => new TypeError('Failed to fetch')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('each change has a key of its own once the one before was answered', async () => {
  const { keys, close } = clientAnswered(DONE, refused('CONFLICT'))
  await close('a')
  await close('a')
  await close('a')
  expect(new Set(keys).size).toBe(3)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{10,40}$/), expect.any(String), expect.any(String)])
})

it('keeps its key over the question for the password', async () => {
  const { keys, close } = clientAnswered(refused('REAUTHENTICATION_REQUIRED'))
  const closed = close('a')
  await expect.poll(() => usePasswordQuestion.getState().answer).not.toBeNull()
  usePasswordQuestion.getState().answer?.(true)
  expect(await closed).not.toBeNull()
  expect(keys).toEqual([keys[0], keys[0]])
})

it.each([
  ['the line broke off', lineBroken()],
  ['a proxy failed', new ServerError('Bad gateway', { response: new Response('', { status: 502 }), bodyText: '' })],
])('the same change asked for again after %s has the same key, and another change another one', async (_when, failure) => {
  const { keys, close } = clientAnswered(failure)
  await close('a')
  await close('b')
  await close('a')
  await close('a')
  expect(keys[2]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

it('a change asked for twice before it is answered is one', async () => {
  const { keys, close } = clientAnswered()
  await Promise.all([close('a'), close('a')])
  expect(new Set(keys).size).toBe(1)
})

it('after a minute the same change is a new one', async () => {
  const { keys, close } = clientAnswered(lineBroken(), lineBroken())
  await close('a')
  vi.advanceTimersByTime(60_000)
  await close('a')
  expect(keys[1]).toBe(keys[0])
  vi.advanceTimersByTime(1)
  await close('a')
  expect(keys[2]).not.toBe(keys[0])
})

it('an emergency stop has no key, so that it is never answered from a stop that was lifted', async () => {
  const { client, keys } = clientAnswered()
  await client.mutate({ mutation: STOP })
  expect(keys).toEqual([undefined])
})

it('knows its operations by the names they have', () => {
  const names = Object.values(documents).flatMap(({ definitions }) =>
    definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.MUTATION ? one.name?.value : [],
    ),
  )
  expect(names).toEqual(expect.arrayContaining([...DONE_ONCE]))
})
