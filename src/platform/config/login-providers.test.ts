import { expect, it } from 'vitest'
import { readLoginProviders } from './login-providers.ts'
import { EnvReader } from './read-env.ts'

const read = (env: Record<string, string>) => {
  const reader = new EnvReader(env)
  return { providers: readLoginProviders(reader), problems: reader.problems }
}
const CLIENT = { LOGIN_GOOGLE_CLIENT_ID: 'id', LOGIN_GOOGLE_CLIENT_SECRET: 'secret' }

it('reads presets and any other provider by its issuer', () => {
  expect(
    read({
      LOGIN_PROVIDERS: 'google,my-club',
      ...CLIENT,
      LOGIN_MY_CLUB_ISSUER: 'https://id.club.example/realms/pins/',
      LOGIN_MY_CLUB_LABEL: 'Pinball Club',
      LOGIN_MY_CLUB_CLIENT_ID: 'pins',
      LOGIN_MY_CLUB_CLIENT_SECRET: 'other',
    }),
  ).toEqual({
    providers: [
      { service: 'google', label: 'Google', preset: 'google', issuer: null, clientId: 'id', clientSecret: 'secret', apple: null },
      {
        service: 'my-club',
        label: 'Pinball Club',
        preset: null,
        issuer: 'https://id.club.example/realms/pins/',
        clientId: 'pins',
        clientSecret: 'other',
        apple: null,
      },
    ],
    problems: [],
  })
})

it('has none without LOGIN_PROVIDERS', () => {
  expect(read(CLIENT)).toEqual({ providers: [], problems: [] })
})

it.each([
  [{ LOGIN_PROVIDERS: 'google' }, ['LOGIN_GOOGLE_CLIENT_ID is missing', 'LOGIN_GOOGLE_CLIENT_SECRET is missing']],
  [{ LOGIN_PROVIDERS: 'club', LOGIN_CLUB_CLIENT_ID: 'a', LOGIN_CLUB_CLIENT_SECRET: 'b' }, ['LOGIN_CLUB_ISSUER is missing']],
  [
    { LOGIN_PROVIDERS: 'apple', LOGIN_APPLE_CLIENT_ID: 'a', LOGIN_APPLE_CLIENT_SECRET: 'b' },
    ['LOGIN_APPLE_TEAM_ID is missing', 'LOGIN_APPLE_KEY_ID is missing'],
  ],
  [{ LOGIN_PROVIDERS: 'google,google', ...CLIENT }, ['LOGIN_PROVIDERS has a name twice']],
  [{ LOGIN_PROVIDERS: 'Google', ...CLIENT }, ['LOGIN_PROVIDERS holds "Google"']],
  [{ LOGIN_PROVIDERS: 'google', ...CLIENT, LOGIN_GOOGLE_ISSUER: 'http://id.example' }, ['LOGIN_GOOGLE_ISSUER is not encrypted']],
])('names every problem of %o', (env, problems) => {
  expect(read(env as Record<string, string>).problems).toEqual(problems.map(each => expect.stringContaining(each)))
})
