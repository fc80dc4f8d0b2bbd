import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPEN_SIGN_IN } from '../features/auth/openSignIn.ts'
import { answered, operationsOf, refused } from '../lib/session/testing/testAnswers.ts'
import ResetPasswordScreen from './ResetPasswordScreen.tsx'
import VerifyEmailScreen from './VerifyEmailScreen.tsx'

const fetchCall = vi.fn<typeof fetch>()
const OVER = 'This link was already used or has expired.'
const over = () => Promise.resolve(refused('BAD_USER_INPUT', OVER))
const done = (field: string) => () => Promise.resolve(answered({ [field]: true }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function follow(link: string) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Landing</p> },
      { path: '/verify-email', Component: VerifyEmailScreen },
      { path: '/reset-password', Component: ResetPasswordScreen },
    ],
    { initialEntries: [link] },
  )
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  return router
}

beforeEach(() => vi.stubGlobal('fetch', fetchCall))
afterEach(() => {
  fetchCall.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('VerifyEmailScreen', () => {
  it('confirms the address with one request, and takes the token out of the address bar', async () => {
    fetchCall.mockImplementation(done('verifyEmail'))
    const router = follow('/verify-email#token=abc-_1')
    expect(await screen.findByText('Thank you, your address is confirmed.')).toBeTruthy()
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'VerifyEmail', variables: { token: 'abc-_1' } }])
    expect(router.state.location.hash).toBe('')
    fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', state: OPEN_SIGN_IN }))
  })

  it('asks for the password of an account that is not signed in here, and confirms with it', async () => {
    const locked = 'Sign in as asha@example.in, or give the password you chose for it, to confirm the address.'
    const answers = [refused('FORBIDDEN', locked), refused('BAD_USER_INPUT', 'The password is not that of the account')]
    fetchCall.mockImplementation(() => Promise.resolve(answers.shift() ?? answered({ verifyEmail: true })))
    follow('/verify-email#token=abc')
    expect(await screen.findByText(locked)).toBeTruthy()
    type('Password', 'a wrong one')
    click('Confirm the address')
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not that of the account')
    type('Password', 'correct horse')
    click('Confirm the address')
    expect(await screen.findByText('Thank you, your address is confirmed.')).toBeTruthy()
    const variables = { token: 'abc', password: 'correct horse' }
    expect(operationsOf(fetchCall)[2]).toEqual({ operation: 'VerifyEmail', variables })
  })

  it('shows who did not make the account how to have it, without confirming anything', async () => {
    fetchCall.mockResolvedValueOnce(refused('FORBIDDEN', 'Sign in')).mockImplementation(done('forgotPassword'))
    follow('/verify-email#token=abc')
    fireEvent.click(await screen.findByRole('button', { name: 'I did not create this account' }))
    type('Email', 'asha@example.in')
    click('Send the link')
    expect(await screen.findByText(/^If there is an account with asha@example.in/)).toBeTruthy()
    expect(operationsOf(fetchCall).map(({ operation }) => operation)).toEqual(['VerifyEmail', 'ForgotPassword'])
  })

  it('confirms in the session of this browser, renewed when its token has run out', async () => {
    localStorage.setItem('auth_token', 'old')
    localStorage.setItem('refresh_token', 'r1')
    const renewed = answered({ refresh: { token: 'new', refreshToken: 'r2' } })
    const answers = [refused('UNAUTHENTICATED', 'Your session has expired.'), renewed]
    fetchCall.mockImplementation(() => Promise.resolve(answers.shift() ?? answered({ verifyEmail: true })))
    follow('/verify-email#token=abc')
    expect(await screen.findByText('Thank you, your address is confirmed.')).toBeTruthy()
    const operations = operationsOf(fetchCall).map(({ operation }) => operation)
    const tokens = fetchCall.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
    expect(operations.map((operation, i) => [operation, tokens[i]])).toEqual([
      ['VerifyEmail', 'Bearer old'],
      ['Refresh', null],
      ['VerifyEmail', 'Bearer new'],
    ])
  })

  it('offers a new link for one that is over', async () => {
    fetchCall.mockImplementationOnce(over).mockImplementation(done('resendVerification'))
    follow('/verify-email#token=old')
    expect((await screen.findByRole('alert')).textContent).toBe(OVER)
    type('Email', 'asha@example.in')
    click('Send the link')
    expect(await screen.findByText(/^If asha@example.in is waiting to be confirmed/)).toBeTruthy()
    expect(operationsOf(fetchCall)[1]).toEqual({ operation: 'ResendVerification', variables: { email: 'asha@example.in' } })
  })

  it('tries the same link again after a failure of the network', async () => {
    fetchCall.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(done('verifyEmail'))
    follow('/verify-email#token=abc')
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Thank you, your address is confirmed.')).toBeTruthy()
  })

  it('asks nobody when the link has no token', () => {
    follow('/verify-email')
    expect(screen.getByRole('alert').textContent).toContain('incomplete')
    expect(fetchCall).not.toHaveBeenCalled()
  })
})

describe('ResetPasswordScreen', () => {
  function choose(password: string, confirmation: string) {
    type('New Password', password)
    type('Confirm Password', confirmation)
    click('Change Password')
  }

  it('refuses unequal and short passwords without asking the server', async () => {
    follow('/reset-password#token=abc')
    choose('secret123', 'secret124')
    expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match')
    choose('short', 'short')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Password must be at least 6 characters long'))
    expect(fetchCall).not.toHaveBeenCalled()
  })

  it('changes the password, leaves the session of this browser and leads to the sign-in', async () => {
    localStorage.setItem('auth_token', 'old')
    fetchCall.mockImplementation(done('resetPassword'))
    const router = follow('/reset-password#token=abc')
    expect(router.state.location.hash).toBe('')
    choose('long enough 7', 'long enough 7')
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', state: OPEN_SIGN_IN }))
    const variables = { input: { token: 'abc', newPassword: 'long enough 7' } }
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'ResetPassword', variables }])
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('says why the server refused, and leads to a new link', async () => {
    fetchCall.mockImplementation(over)
    follow('/reset-password#token=abc')
    choose('long enough 7', 'long enough 7')
    expect((await screen.findByRole('alert')).textContent).toBe(OVER)
    click('Request a new link')
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy()
  })
})
