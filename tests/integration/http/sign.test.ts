import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const ask = (origin?: string): Promise<Response> =>
  fetch(`${testApp.http}/.well-known/skillshot`, { headers: origin === undefined ? {} : { origin } })

it('says that it is a Skillshot, and lets the apps on phones read it', async () => {
  expect(await (await ask()).json()).toEqual({ app: 'skillshot', settings: { noMail: { contact: null } } })
  for (const origin of ['capacitor://localhost', 'https://localhost'])
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe(origin)
})

it('lets no other origin read it', async () => {
  const { headers } = await ask('https://elsewhere.example')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('vary')).toContain('origin')
})
