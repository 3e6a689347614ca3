/** Paged lists: `page` from 1, `per_page` 1 to 200, default 50. Source: docs/contract/rest.md, "Limits". */
import Type from "typebox";

export const PageInput = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1, "x-tool": "From 1." })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, "x-tool": "Rows." })),
};

export const PageOutput = {
  result: Type.Boolean(),
  total: Type.Integer({ minimum: 0 }),
  page: Type.Integer(),
  per_page: Type.Integer(),
};

export interface Page {
  page: number;
  per_page: number;
  offset: number;
}

export function readPaging(input: { page?: number; per_page?: number }): Page {
  const page = input.page ?? 1;
  const per_page = input.per_page ?? 50;
  return { page, per_page, offset: (page - 1) * per_page };
}
