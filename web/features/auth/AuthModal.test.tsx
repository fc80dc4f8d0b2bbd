import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Toaster } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answered, operationsOf, refused } from '../../lib/session/testing/testAnswers.ts'
import AuthModal from './AuthModal.tsx'

const SIGNED_IN = { user: { id: '1', name: 'Asha Rao', email: 'asha@example.in', role: 'user' }, token: 't', refreshToken: 'r' }

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function open(mode: 'signIn' | 'signUp' = 'signIn') {
  const onClose = vi.fn()
  const view = render(
    <>
      <AuthModal mode={mode} onClose={onClose} />
      <Toaster />
    </>,
  )
  return { onClose, ...view }
}

function fillSignUp(password: string, confirmPassword: string) {
  click('Create one')
  type('Full Name', 'Asha Rao')
  type('Email', 'asha@example.in')
  type('Password', password)
  type('Confirm Password', confirmPassword)
}

describe('AuthModal', () => {
  const fetchCall = vi.fn<typeof fetch>()

  beforeEach(() => {
    vi.stubGlobal('fetch', fetchCall)
    // jsdom has no matchMedia; the toaster asks it for the colour scheme.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  })
  afterEach(() => {
    fetchCall.mockReset()
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  it('signs in, stores the session, says so and leaves', async () => {
    fetchCall.mockResolvedValue(answered({ login: { ...SIGNED_IN, challenge: null } }))
    const { onClose } = open()
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeTruthy()
    type('Email', 'asha@example.in')
    type('Password', 'secret123')
    click('Sign In')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(operationsOf(fetchCall)).toEqual([
      { operation: 'Login', variables: { input: { email: 'asha@example.in', password: 'secret123' } } },
    ])
    expect(localStorage.getItem('auth_token')).toBe('t')
    expect(localStorage.getItem('refresh_token')).toBe('r')
    expect(await screen.findByText('Welcome back! Login successful.')).toBeTruthy()
  })

  it('disables its fields and names what it does while it waits', async () => {
    let answer: (response: Response) => void = () => undefined
    fetchCall.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    open()
    fillSignUp('secret123', 'secret123')
    click('Create Account')
    expect(screen.getByRole('button', { name: 'Creating Account...' }).matches(':disabled')).toBe(true)
    expect(screen.getByLabelText('Email').matches(':disabled')).toBe(true)
    answer(refused('CONFLICT', 'This e-mail is taken'))
    expect((await screen.findByRole('alert')).textContent).toBe('This e-mail is taken')
    expect(screen.getByLabelText('Email').matches(':disabled')).toBe(false)
  })

  it('says while a password is chosen how hard it is to guess, and why it would be refused', async () => {
    open()
    fillSignUp('abc', '')
    expect(await screen.findByText('At least 6 characters')).toBeTruthy()
    type('Password', 'Password1!')
    expect(await screen.findByText(/among the most used ones/)).toBeTruthy()
    type('Password', 'kite-river-42')
    expect(await screen.findByText('Strong')).toBeTruthy()
  })

  it('refuses unequal and short passwords without asking the server', async () => {
    open()
    fillSignUp('secret123', 'secret124')
    click('Create Account')
    expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match')
    type('Password', 'short')
    type('Confirm Password', 'short')
    click('Create Account')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Password must be at least 6 characters long'))
    expect(fetchCall).not.toHaveBeenCalled()
  })

  it('asks for a code when two-factor sign-in is on, and signs in with it', async () => {
    fetchCall
      .mockResolvedValueOnce(answered({ login: { user: null, token: null, refreshToken: null, challenge: 'c1' } }))
      .mockResolvedValueOnce(refused('UNAUTHENTICATED', 'The code is not correct'))
      .mockResolvedValueOnce(answered({ loginSecondFactor: SIGNED_IN }))
    const { onClose } = open()
    type('Email', 'asha@example.in')
    type('Password', 'secret123')
    click('Sign In')
    const code = await screen.findByLabelText('6-digit code, or a recovery code')
    expect(localStorage.getItem('auth_token')).toBeNull()
    fireEvent.change(code, { target: { value: '000000' } })
    click('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('The code is not correct')
    fireEvent.change(code, { target: { value: ' 123456 ' } })
    click('Sign In')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(operationsOf(fetchCall).map(({ operation }) => operation)).toEqual(['Login', 'LoginSecondFactor', 'LoginSecondFactor'])
    expect(operationsOf(fetchCall)[2]?.variables).toEqual({ input: { challenge: 'c1', code: '123456' } })
    expect(localStorage.getItem('auth_token')).toBe('t')
  })

  it('has a link for a new password mailed and does not tell whether there is an account', async () => {
    fetchCall.mockResolvedValue(answered({ forgotPassword: true }))
    open()
    type('Email', 'asha@example.in')
    click('Forgot password?')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    click('Send the link')
    expect(await screen.findByText(/^If there is an account with asha@example.in, an email is on its way/)).toBeTruthy()
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'ForgotPassword', variables: { email: 'asha@example.in' } }])
    click('Back to sign in')
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeTruthy()
  })

  it('says when there is no network', async () => {
    fetchCall.mockRejectedValue(new TypeError('Failed to fetch'))
    open()
    type('Email', 'asha@example.in')
    type('Password', 'secret123')
    click('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please try again.')
  })

  it('has words of its own for an answer that has none: a proxy’s page, or nothing that was asked for', async () => {
    open()
    type('Email', 'asha@example.in')
    type('Password', 'secret123')
    for (const wordless of [new Response('<h1>502</h1>', { status: 502 }), new Response('{}', { status: 500 }), answered({})]) {
      fetchCall.mockResolvedValueOnce(wordless)
      click('Sign In')
      expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
      await waitFor(() => expect(screen.getByLabelText('Email').matches(':disabled')).toBe(false))
    }
    fillSignUp('secret123', 'secret123')
    fetchCall.mockResolvedValueOnce(new Response('', { status: 500 }))
    click('Create Account')
    expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
  })

  it('keeps what was typed when the mode changes, and drops the complaint about the other', async () => {
    fetchCall.mockResolvedValue(refused('UNAUTHENTICATED', 'E-mail or password is wrong'))
    open()
    type('Email', 'asha@example.in')
    type('Password', 'secret123')
    click('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('E-mail or password is wrong')
    click('Create one')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret123')
    expect(document.activeElement).toBe(screen.getByLabelText('Full Name'))
  })

  it('shows and hides each password by itself', () => {
    open()
    click('Create one')
    click('Show password')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
    expect(screen.getByLabelText('Confirm Password').getAttribute('type')).toBe('password')
    click('Hide password')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  })

  it('begins with what was asked for: an account, or the way in', () => {
    open('signUp')
    expect(screen.getByRole('dialog', { name: 'Start your trading journey' })).toBeTruthy()
    expect(screen.getByLabelText('Full Name')).toBeTruthy()
  })

  it('asks to be closed by its cross and by Escape', () => {
    const { onClose } = open()
    click('Close')
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
