/**
 * The class of goods at the start of a line's name: `*餐饮服务*餐费` has the class `餐饮服务`; null if there is none.
 */
export const goodsClassOf = (name: string | null): string | null => {
  const match = /^\s*[*＊]([^*＊]+)[*＊]/u.exec(name ?? '');
  return match?.[1]?.trim() || null;
};

/** A line's name without its class. */
export const goodsNameOf = (name: string | null): string | null =>
  name?.replace(/^\s*[*＊][^*＊]+[*＊]/u, '').trim() || null;
