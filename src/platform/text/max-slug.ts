/** How many characters a slug has at most: the part of an address that is made of a name, with what tells it from others of the same name. */
export const MAX_SLUG = 60
/** How many bytes of it are made of the name at most. */
export const MAX_SLUG_BYTES = 48
