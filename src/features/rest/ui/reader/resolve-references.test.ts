import { expect, it } from 'vitest'
import { resolveReferences } from './resolve-references.ts'

const document = {
  paths: {
    '/player': { schema: { $ref: '#/schemas/Player' }, required: true, example: null },
    '/odd': { $ref: '#/schemas/a~1b~0c' },
    '/tree': { $ref: '#/schemas/Tree' },
  },
  schemas: {
    Name: { type: 'string' },
    Player: { properties: { name: { $ref: '#/schemas/Name' }, others: { items: [{ $ref: '#/schemas/Name' }] } } },
    Tree: { properties: { left: { $ref: '#/schemas/Tree' } } },
    'a/b~c': { type: 'number' },
  },
}

it('puts what references point at in their places, and says where it is from', () => {
  const name = { type: 'string', $$ref: '#/schemas/Name' }
  expect(resolveReferences(document, ['paths', '/player'])).toEqual({
    schema: { properties: { name, others: { items: [name] } }, $$ref: '#/schemas/Player' },
    required: true,
    example: null,
  })
  expect(resolveReferences(document, ['paths', '/odd'])).toEqual({ type: 'number', $$ref: '#/schemas/a~1b~0c' })
  expect(resolveReferences(document, ['paths', '/absent', 'get'])).toBeUndefined()
})

it('leaves a reference to what it is a part of', () => {
  const tree = { properties: { left: { $ref: '#/schemas/Tree' } }, $$ref: '#/schemas/Tree' }
  expect(resolveReferences(document, ['paths', '/tree'])).toEqual(tree)
})
