import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, InMemoryCache, Observable } from '@apollo/client'
import { expect, it } from 'vitest'
import { usePasswordQuestion } from '../lib/session/askForPassword.ts'
import { passwordLink } from './passwordLink.ts'

const CHANGE = gql`
  mutation Change {
    turnOffTwoFactor
  }
`

/** A client whose gateway refuses a change with this code until the password is confirmed. */
function clientRefusedWith(code: string) {
  let confirmed = false
  let changes = 0
  const gateway = new ApolloLink(
    () =>
      new Observable((observer) => {
        if (confirmed) changes++
        observer.next(confirmed ? { data: { turnOffTwoFactor: true } } : { errors: [{ message: 'No', extensions: { code } }] })
        observer.complete()
      }),
  )
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([passwordLink, gateway]) })
  return {
    change: () => client.mutate({ mutation: CHANGE }),
    changes: () => changes,
    answer: (yes: boolean) => {
      confirmed = yes
      usePasswordQuestion.getState().answer?.(yes)
    },
  }
}
const asked = () => usePasswordQuestion.getState().answer !== null

it('makes the change by itself once the password is confirmed, and asks once for two of them', async () => {
  const { change, changes, answer } = clientRefusedWith('REAUTHENTICATION_REQUIRED')
  const both = Promise.all([change(), change()])
  await expect.poll(asked).toBe(true)
  expect(changes()).toBe(0)
  answer(true)
  expect((await both).map(({ data }) => data)).toEqual([{ turnOffTwoFactor: true }, { turnOffTwoFactor: true }])
  expect(changes()).toBe(2)
  expect(asked()).toBe(false)
})

it('leaves everything as it is when the password is not given, and asks again the next time', async () => {
  const { change, changes, answer } = clientRefusedWith('REAUTHENTICATION_REQUIRED')
  for (let time = 0; time < 2; time++) {
    const outcome = change().catch((error: unknown) => error)
    await expect.poll(asked).toBe(true)
    answer(false)
    expect(CombinedGraphQLErrors.is(await outcome)).toBe(true)
  }
  expect(changes()).toBe(0)
})

it('has no question for other refusals', async () => {
  const { change } = clientRefusedWith('CONFLICT')
  await expect(change()).rejects.toThrow('No')
  expect(asked()).toBe(false)
})
