import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../gql/testing/testClient.ts'
import { ExampleScreen } from './exampleScreen.tsx'

/** 7. Beside the feature: its answers are checked against the product’s schema. */
function show(announcements: Answers['string']) {
  render(
    <ApolloProvider client={testClient({ announcements }).client}>
      <ExampleScreen />
    </ApolloProvider>,
  )
}

it('the screen of the recipe shows what there is', async () => {
  show(() => [{ id: 'a1', text: 'Maintenance at six.', updatedAt: '2026-11-20T05:00:00.000Z' }])
  const news = await screen.findByLabelText('News')
  expect(news.textContent).toContain('Maintenance at six.')
  expect(document.title).toContain('News · ')
})

it('the screen of the recipe says that there is nothing', async () => {
  show(() => [])
  expect(await screen.findByText('No news')).toBeTruthy()
})

it('the screen of the recipe says what failed, and tries again when it is told to', async () => {
  let isBroken = true
  show(() => {
    if (isBroken) throw new Error('of a test')
    return []
  })
  await screen.findByText('Failed to load the news', { exact: false })
  isBroken = false
  fireEvent.click(screen.getByText('Retry'))
  expect(await screen.findByText('No news')).toBeTruthy()
})
