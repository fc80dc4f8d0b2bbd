import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client'
import { expect, it } from 'vitest'
import { currentAnswersLink } from './currentAnswersLink.ts'

const IS_RUNNING = gql`
  query IsRunning {
    isRunning
  }
`
const STOP = gql`
  mutation Stop {
    stop
  }
`

/** A client whose gateway reads or changes `isRunning` at once, and answers when the test says so. */
function slowlyAnswered() {
  let isRunning = true
  const waiting: { readonly name: string | undefined; readonly answer: () => void; readonly fail: () => void }[] = []
  const gateway = new ApolloLink(
    ({ operationName: name }) =>
      new Observable((observer) => {
        if (name === 'Stop') isRunning = false
        const data = name === 'Stop' ? { stop: true } : { isRunning }
        const answer = () => {
          observer.next({ data })
          observer.complete()
        }
        waiting.push({ name, answer, fail: () => observer.error(new TypeError('Failed to fetch')) })
      }),
  )
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([currentAnswersLink(), gateway]) })
  /** The oldest request of this name that has no answer yet. */
  const next = async (name: string) => {
    await expect.poll(() => waiting.some((one) => one.name === name)).toBe(true)
    const [request] = waiting.splice(
      waiting.findIndex((one) => one.name === name),
      1,
    )
    if (!request) throw new Error(`Nobody asked for ${name}.`)
    return request
  }
  const query = () => client.query({ query: IS_RUNNING, fetchPolicy: 'network-only' })
  const stop = () => client.mutate({ mutation: STOP }).catch(() => null)
  const asked = () => waiting.length
  return { query, stop, next, asked }
}

it.each(['answer', 'fail'] as const)(
  'a query asked before a change is asked again when the change’s outcome came first: %s',
  async (outcome) => {
    const { query, stop, next, asked } = slowlyAnswered()
    const read = query()
    const early = await next('IsRunning')
    const stopped = stop()
    ;(await next('Stop'))[outcome]()
    await stopped
    early.answer()
    ;(await next('IsRunning')).answer()
    expect((await read).data).toEqual({ isRunning: false })
    expect(asked()).toBe(0)
  },
)

it('an answer that came before the change’s is taken', async () => {
  const { query, stop, next, asked } = slowlyAnswered()
  const read = query()
  const stopped = stop()
  ;(await next('IsRunning')).answer()
  expect((await read).data).toEqual({ isRunning: true })
  ;(await next('Stop')).answer()
  await stopped
  expect(asked()).toBe(0)
})

it('a query asked after the change is asked once', async () => {
  const { query, stop, next, asked } = slowlyAnswered()
  const stopped = stop()
  ;(await next('Stop')).answer()
  await stopped
  const read = query()
  ;(await next('IsRunning')).answer()
  expect((await read).data).toEqual({ isRunning: false })
  expect(asked()).toBe(0)
})
