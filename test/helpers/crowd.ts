/** A face of a crowd in rows of 120, in the service's wire format. */
const crowdFace = (at: number, points: number) => {
  const [x, y] = [(at % 120) * 33, Math.floor(at / 120) * 35];
  const own = Array.from({ length: points }, (_, k) => [
    `point_${k + 1}`,
    { x: x + 3 + (k % 5) * 5, y: y + 4 + Math.floor(k / 5) * 5 },
  ]);
  const property = Object.fromEntries(
    ['beard', 'expression', 'gender', 'glass', 'hair', 'mask'].map((name, k) => [name, (at >> k) & 1]),
  );
  return { score: ((at * 7919) % 1000) / 1000, x, y, w: 28, h: 30, ...Object.fromEntries(own), property };
};

/** The decoded text of a response with this many faces, each with all attributes. */
export const crowdText = (faces: number, points = 21): Record<string, unknown> => ({
  ret: 0,
  face_num: faces,
  ...Object.fromEntries(Array.from({ length: faces }, (_, at) => [`face_${at + 1}`, crowdFace(at, points)])),
});

/** The complete response. */
export const crowdResponse = (faces: number, points = 21): Buffer => {
  const text = Buffer.from(JSON.stringify(crowdText(faces, points))).toString('base64');
  return Buffer.from(
    JSON.stringify({
      header: { code: 0, message: 'success', sid: 'crowd' },
      payload: { face_detect_result: { compress: 'raw', encoding: 'utf8', format: 'json', text } },
    }),
  );
};
