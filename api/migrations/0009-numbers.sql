-- The three kinds of numbered documents, there from the first start.
insert into document_format (id, type, format, running_no, created_at, updated_at) values
  ('01900000-0000-7000-8000-000000000001', 'Official Receipt', 'OR-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000002', 'Order', 'ORD-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000003', 'Credit Adjustment', 'CA-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
