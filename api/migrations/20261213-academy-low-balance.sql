-- From how many credits on down a wallet is low. Null: what the environment says, else the product's own.
alter table brand add column low_balance int check (low_balance between 0 and 9999);
