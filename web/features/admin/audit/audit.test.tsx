import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../../gql/testing/testClient.ts'
import { AuditLogTable } from './AuditLogTable.tsx'
import { AuditVerification } from './AuditVerification.tsx'

const ENTRY = {
  ...{ cursor: 'c1', accountId: 'r', account: 'ravi@example.com', sequence: 2, at: '2026-11-20T05:00:00Z' },
  ...{ action: 'ACCOUNT_DISABLED', text: 'Account disabled', by: 'Meera', address: null, details: { reason: 'Asked by phone' } },
}

function show(element: React.ReactElement, answers: Answers) {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <MemoryRouter>{element}</MemoryRouter>
    </ApolloProvider>,
  )
  return told
}

it('shows what happened to whom and why, filtered by a choice, and earlier entries on request', async () => {
  const { asked } = show(<AuditLogTable />, {
    auditActions: () => [{ name: 'ROLE_CHANGED', text: 'Role changed' }],
    auditLog: ({ input }) => {
      const { action, after } = input as { action: string; after?: string }
      if (action === 'ROLE_CHANGED') return { entries: [], next: null }
      return after === undefined
        ? { entries: [ENTRY], next: 'n' }
        : { entries: [{ ...ENTRY, cursor: 'c2', account: null, text: 'Signed in' }], next: null }
    },
  })
  expect(await screen.findByText('Account disabled')).toBeTruthy()
  expect(screen.getByText('reason: Asked by phone')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'ravi@example.com' }).getAttribute('href')).toBe('/admin/users/r')
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  expect(await screen.findByText('Deleted')).toBeTruthy()
  await screen.findByRole('option', { name: 'Role changed' })
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'ROLE_CHANGED' } })
  expect(await screen.findByText('No matching entries')).toBeTruthy()
  expect(asked.filter(({ operation }) => operation === 'InstallationAuditLog')).toHaveLength(3)
})

it('looks through the chains page by page, and names what was changed', async () => {
  const { asked } = show(<AuditVerification />, {
    verifyAuditLog: ({ after }) =>
      after == null ? { accounts: 100, broken: [], next: 'a' } : { accounts: 7, broken: [{ accountId: 'r', entries: [2, 5] }], next: null },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Verify the hash chain' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('The log of 1 of 107 accounts was changed.'))
  expect(screen.getByRole('alert').textContent).toContain('Account r: entries 2, 5')
  expect(asked.map(({ variables }) => variables)).toEqual([{ after: null }, { after: 'a' }])
})
