import { readFileSync } from 'node:fs'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { operationOf, reasonNotOffered } from '#rest/rules/operations.ts'
import { loadContracts, loadExportNames, loadRates, readGuide } from './contracts/all.ts'
import { type ApiDocument, clientTypes } from './contracts/client.ts'
import { openApiDocument, printDocument } from './contracts/openapi.ts'
import { readContractTypes } from './contracts/types.ts'

const stored = readFileSync(new URL('../src/features/rest/openapi.json', import.meta.url), 'utf8')

describe('the document of the API', () => {
  it('and the types of the client are those that follow from the contracts (npm run docs:api writes them)', async () => {
    const document = openApiDocument(await loadContracts(), await loadExportNames(), readContractTypes(), await loadRates(), readGuide())
    expect(printDocument(document) === stored).toBe(true)
    const types = readFileSync(new URL('../clients/typescript/operations.ts', import.meta.url), 'utf8')
    expect(clientTypes(document as unknown as ApiDocument) === types).toBe(true)
  })

  it('has every call, but for those that are not offered for a reason', async () => {
    const { paths } = JSON.parse(stored) as { paths: Record<string, Record<string, { operationId: string }>> }
    const contracts = await loadContracts()
    for (const contract of contracts) {
      const operation = operationOf(contract)
      expect([contract.name, operation === null]).toEqual([contract.name, reasonNotOffered(contract) !== null])
      if (operation !== null) expect(paths[operation.path]?.[operation.method.toLowerCase()]).toBeDefined()
    }
    expect(Object.keys(paths).length).toBe(contracts.filter(contract => operationOf(contract) !== null).length)
    const ids = Object.values(paths).flatMap(path => Object.values(path).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is valid OpenAPI 3.1, as two validators say', async () => {
    const document = JSON.parse(stored) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true })
  })
})
