import { describe, expect, it } from 'vitest'
import { checkProvider, EMPTY_PROVIDER, type ProviderFields, toProvider } from './provider-fields.ts'

const problems = (values: Partial<ProviderFields>): string[] =>
  Object.entries(checkProvider({ ...EMPTY_PROVIDER, ...values })).flatMap(([field, text]) => (text === undefined ? [] : [field]))

describe('the form of a login provider', () => {
  it('wants what its kind needs', () => {
    expect(problems({})).toEqual(['clientId', 'clientSecret'])
    expect(problems({ kind: 'other' })).toEqual(['clientId', 'clientSecret', 'label', 'service', 'issuer'])
    expect(problems({ kind: 'apple', clientId: 'a', clientSecret: 'b' })).toEqual(['teamId', 'keyId'])
    const other: Partial<ProviderFields> = { kind: 'other', label: 'Club', clientId: 'a', clientSecret: 'b' }
    expect(problems({ ...other, service: 'Club', issuer: 'http://id.club.example' })).toEqual(['service', 'issuer'])
    expect(problems({ ...other, service: 'club', issuer: 'https://id.club.example' })).toEqual([])
  })

  it('is sent as the settings have it, the issuer with the slash that it may end in', () => {
    expect(toProvider({ ...EMPTY_PROVIDER, clientId: ' id ', clientSecret: 'secret', label: 'left over' })).toEqual({
      service: 'google',
      label: 'Google',
      preset: 'google',
      issuer: null,
      clientId: 'id',
      clientSecret: 'secret',
      apple: null,
    })
    expect(
      toProvider({
        ...EMPTY_PROVIDER,
        kind: 'other',
        label: 'Club',
        service: 'club',
        issuer: ' https://id.club.example/a/ ',
        clientId: 'a',
      }),
    ).toMatchObject({ service: 'club', preset: null, issuer: 'https://id.club.example/a/' })
  })
})
