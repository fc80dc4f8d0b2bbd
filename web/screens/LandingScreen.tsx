import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../schema/paths.ts'
import { OPEN_SIGN_IN } from '../features/auth/openSignIn.ts'
import { CounterRow } from '../features/landing/CounterRow.tsx'
import { HowItWorks } from '../features/landing/HowItWorks.tsx'
import { PitchGrid } from '../features/landing/PitchGrid.tsx'
import { ProductPreview } from '../features/landing/ProductPreview.tsx'
import { useEnteredElsewhere } from '../features/landing/useEnteredElsewhere.ts'
import { wantedPath } from '../lib/session/wantedPath.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { media } from '../theme/media.ts'
import { Badge } from '../ui/Badge.ts'
import { Button } from '../ui/Button.ts'
import { Logo } from '../ui/Logo.tsx'

// A visitor who only reads needs no dialog.
const AuthModal = lazy(() => import('../features/auth/AuthModal.tsx'))

const Page = styled.div`
  max-width: 76rem;
  margin: 0 auto;
  padding: 0 24px;

  ${media.phone} {
    padding: 0 16px;
  }
`

const TopBar = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 72px;
`

const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr);
  align-items: center;
  gap: 56px;
  padding: 48px 0 72px;

  h1 {
    margin: 20px 0 16px;
    font-size: clamp(2.5rem, 6vw, 4rem);
    font-weight: 700;
    letter-spacing: -0.04em;
    line-height: 1.05;
  }

  h1 + p {
    max-width: 33rem;
    color: var(--muted);
    font-size: var(--text-lg);
  }

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: 40px;
    padding: 24px 0 56px;
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin: 28px 0 36px;
`

const LargeButton = styled(Button)`
  min-height: 48px;
  padding: 0 20px;
  font-size: var(--text-md);
`

const Section = styled.section`
  padding: 56px 0;
  border-top: 1px solid var(--line);

  & > h2 {
    margin-bottom: 24px;
    font-size: var(--text-xl);
  }
`

const Risk = styled(Section)`
  p {
    max-width: 46rem;
    color: var(--muted);
  }

  p + p {
    margin-top: 12px;
  }
`

const Footer = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 24px;
  padding: 32px 0 48px;
  border-top: 1px solid var(--line);
  color: var(--muted);
  font-size: var(--text-sm);
`

/** The product's showcase, and the sign-in. The signed-in are redirected to their destination, or to their dashboard. */
export default function LandingScreen() {
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  const elsewhere = useEnteredElsewhere()
  const state: unknown = useLocation().state
  const sentToSignIn = state === OPEN_SIGN_IN
  const [auth, setAuth] = useState<'signIn' | 'signUp' | null>(sentToSignIn ? 'signIn' : null)
  const navigate = useNavigate()
  // Once is enough: the state would outlive a reload of the page.
  useEffect(() => {
    if (sentToSignIn) void navigate(SCREENS.landing, { replace: true })
  }, [sentToSignIn, navigate])
  const goal = wantedPath(state) ?? SCREENS.dashboard
  if (signedIn) return <Navigate to={goal} replace />
  // On a reload the page takes over the session that another tab has begun.
  const open = (mode: 'signIn' | 'signUp') => () => (elsewhere ? window.location.assign(goal) : setAuth(mode))

  return (
    <Page>
      <TopBar>
        <Logo />
        <Button $look="quiet" type="button" onClick={open('signIn')}>
          Sign In
        </Button>
      </TopBar>
      <main>
        <Hero>
          <div>
            <Badge $tone="paper">Paper trading on Indian index options</Badge>
            <h1>Your Trading Buddy</h1>
            <p>
              Sakha trades Nifty, Bank Nifty, Sensex and Midcap options by rules you can read, on paper, and shows you every trade as it
              happens.
            </p>
            <Actions>
              <LargeButton type="button" onClick={open('signUp')}>
                {elsewhere ? 'Launch Dashboard' : 'Get Started Free'} <ArrowRight size={18} aria-hidden />
              </LargeButton>
              <LargeButton as="a" href="#features" $look="quiet">
                Learn More
              </LargeButton>
            </Actions>
            <CounterRow />
          </div>
          <ProductPreview />
        </Hero>
        <Section id="features" aria-labelledby="features-title">
          <h2 id="features-title">Built for rules, not for nerves</h2>
          <PitchGrid />
        </Section>
        <Section aria-labelledby="how-title">
          <h2 id="how-title">How it works</h2>
          <HowItWorks />
        </Section>
        <Risk aria-labelledby="risk-title">
          <h2 id="risk-title">What Sakha is not</h2>
          <p>
            It is no investment advice and no promise of profit. Options can lose their whole premium in minutes, and most people who trade
            them lose money.
          </p>
          <p>
            Paper results are simulated from quotes with spread, slippage and charges. Real fills would differ, and past results say little
            about future ones.
          </p>
        </Risk>
      </main>
      <Footer>
        <Logo />
        <span>Your Trading Buddy. Times in IST, amounts in Indian rupees.</span>
      </Footer>
      {auth ? (
        <Suspense fallback={null}>
          <AuthModal mode={auth} onClose={() => setAuth(null)} />
        </Suspense>
      ) : null}
    </Page>
  )
}
