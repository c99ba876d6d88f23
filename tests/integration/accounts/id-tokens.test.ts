import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderClient } from '#accounts/server/providers/provider-client.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { HostileProvider, type IdToken } from '../fakes/hostile-provider.ts'

const SECRETS = { verifier: 'v'.repeat(43), nonce: 'n'.repeat(43) }
const STATE = 's'.repeat(43)

let provider: HostileProvider

beforeAll(async () => {
  provider = await new HostileProvider().open()
})
beforeEach(() => {
  provider.spoil = () => {}
  provider.describe = () => {}
  provider.nonce = SECRETS.nonce
})
afterAll(() => provider.close())

const createClient = (issuer = provider.url): ProviderClient =>
  new ProviderClient({ ...provider.options, issuer }, systemClock, () => 'https://pins.example/_oauth/club')
const identify = (answer: Record<string, string> = {}, issuer = provider.url) =>
  createClient(issuer).identify(new URLSearchParams({ code: 'code', state: STATE, ...answer }), STATE, SECRETS)

describe('an ID token', () => {
  it('that is as it should be says who the user is', async () => {
    expect(await identify()).toEqual({ issuer: provider.url, subject: 'ann', name: null, verifiedEmail: null })
  })

  it.each<[string, (token: IdToken) => void]>([
    ['of another visit (nonce)', ({ claims }) => Object.assign(claims, { nonce: 'x'.repeat(43) })],
    ['without a nonce', ({ claims }) => delete claims.nonce],
    ['for another client', ({ claims }) => Object.assign(claims, { aud: 'elsewhere' })],
    ['for several clients, authorized for another', ({ claims }) => Object.assign(claims, { aud: ['pins', 'other'], azp: 'other' })],
    ['of another issuer', ({ claims }) => Object.assign(claims, { iss: 'https://elsewhere.example' })],
    ['that has expired', ({ claims }) => Object.assign(claims, { exp: Math.floor(Date.now() / 1000) - 60 })],
    ['without a subject', ({ claims }) => delete claims.sub],
    ['that is not signed', ({ header }) => Object.assign(header, { alg: 'none' })],
    ['that says it is signed with a password', ({ header }) => Object.assign(header, { alg: 'HS256' })],
    ['signed by a stranger’s key', token => Object.assign(token, { forged: true })],
    ['signed by a key that is not published', ({ header }) => Object.assign(header, { kid: 'two' })],
  ])('%s is refused', async (_, spoil) => {
    provider.spoil = spoil
    await expect(identify()).rejects.toMatchObject({ name: 'ProviderError', problem: 'odd' })
  })

  it('has an e-mail address only if the provider says that it has verified it', async () => {
    const emailOf = async (claims: object) => {
      provider.spoil = token => Object.assign(token.claims, claims)
      return (await identify()).verifiedEmail
    }
    expect(await emailOf({ email: 'ann@example.com', email_verified: true })).toBe('ann@example.com')
    for (const email_verified of [false, 'true', 1, undefined])
      expect(await emailOf({ email: 'ann@example.com', email_verified })).toBe(null)
  })
})

describe('a provider’s description', () => {
  it('of another issuer is refused', async () => {
    provider.describe = document => Object.assign(document, { issuer: 'https://elsewhere.example' })
    await expect(createClient().authorizationUrl(STATE, SECRETS, false)).rejects.toMatchObject({ problem: 'odd' })
  })

  it('is taken of an issuer whose path ends in a slash, and where the configured issuer lacks it or has one too much', async () => {
    const [plain, slashed] = [`${provider.url}/realms/pins`, `${provider.url}/realms/pins/`]
    for (const issuer of [plain, slashed]) {
      provider.describe = document => Object.assign(document, { issuer })
      provider.spoil = ({ claims }) => Object.assign(claims, { iss: issuer })
      for (const configured of [plain, slashed]) expect(await identify({}, configured)).toMatchObject({ issuer, subject: 'ann' })
    }
    await expect(identify({}, `${provider.url}/realms`)).rejects.toMatchObject({ problem: 'odd' })
  })

  it('asks for the name of the issuer in answers where the provider promises it, against mix-ups', async () => {
    provider.describe = document => Object.assign(document, { authorization_response_iss_parameter_supported: true })
    await expect(identify()).rejects.toMatchObject({ problem: 'odd' })
    await expect(identify({ iss: 'https://elsewhere.example' })).rejects.toMatchObject({ problem: 'odd' })
    expect(await identify({ iss: provider.url })).toMatchObject({ subject: 'ann' })
  })
})

it('the address of the provider has the state, the nonce and the challenge, and not the verifier', async () => {
  const url = new URL(await createClient().authorizationUrl(STATE, SECRETS, false))
  expect(`${url.origin}${url.pathname}`).toBe(`${provider.url}/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'pins',
    redirect_uri: 'https://pins.example/_oauth/club',
    scope: 'openid email profile',
    state: STATE,
    nonce: SECRETS.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(url.href).not.toContain(SECRETS.verifier)
})
